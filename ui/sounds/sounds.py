"""Makes the program's sounds: small, dry, woody; all our own.

Usage: python3 ui/sounds/sounds.py        (from any folder; needs numpy)

Writes beside itself WAV files, mono, 16 bits, 22050 samples a second, peak -12 dBFS. A struck thing is a sum of decaying
sinusoids, the modes of it, with a short burst of noise where it is struck.
"""

import pathlib
import wave

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
RATE = 22050
PEAK = 10 ** (-12 / 20)


def time(seconds):
    return np.arange(round(seconds * RATE)) / RATE


def modes(seconds, parts):
    """A struck body: each part is a frequency in Hz, a level, and the time in seconds in which it falls to a third."""
    t = time(seconds)
    return sum(level * np.sin(2 * np.pi * hertz * t) * np.exp(-t / decay) for hertz, level, decay in parts)


def burst(seconds, decay, low, high, seed):
    """Noise between two frequencies that dies away."""
    t = time(seconds)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(t)))
    hertz = np.fft.rfftfreq(len(t), 1 / RATE)
    spectrum[(hertz < low) | (hertz > high)] = 0
    noise = np.fft.irfft(spectrum, len(t))
    return noise / np.abs(noise).max() * np.exp(-t / decay)


def faded(sound, seconds=0.004):
    """The same with a soft end and no click at the start."""
    sound = sound.copy()
    end, start = round(seconds * RATE), round(0.0005 * RATE)
    sound[-end:] *= np.linspace(1, 0, end)
    sound[:start] *= np.linspace(0, 1, start)
    return sound


def together(seconds, sounds):
    """Sounds that begin at given times."""
    whole = np.zeros(round(seconds * RATE))
    for start, sound in sounds:
        at = round(start * RATE)
        whole[at : at + len(sound)] += sound[: len(whole) - at]
    return whole


def save(name, sound, level=1.0):
    sound = faded(sound)
    sound = sound / np.abs(sound).max() * PEAK * level
    with wave.open(str(HERE / f"{name}.wav"), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((sound * 32767).round().astype("<i2").tobytes())
    print(f"{(HERE / f'{name}.wav').stat().st_size:6d} {name}.wav: {len(sound) / RATE * 1000:.0f} ms")


def clack(pitch, seed, seconds=0.07):
    """A stone on a wooden board: the board's low modes, the stone's short bright ones, and the strike."""
    board = modes(seconds, [(310 * pitch, 0.5, 0.016), (705 * pitch, 0.7, 0.011), (1190 * pitch, 0.5, 0.008)])
    stone = modes(seconds, [(2450 * pitch, 0.45, 0.005), (4100 * pitch, 0.25, 0.003)])
    return board + stone + 0.5 * burst(seconds, 0.0025, 900, 7000, seed)


def block(hertz, seconds=0.09):
    """A low wood block."""
    return modes(seconds, [(hertz, 1, 0.02), (hertz * 2.72, 0.35, 0.008)]) + 0.2 * burst(seconds, 0.002, 400, 3000, 3)


def marimba(hertz, seconds):
    """A bar with its resonator: the fundamental, and the fourth harmonic that bars are tuned to."""
    parts = [(hertz, 1, seconds * 0.38), (hertz * 4, 0.22, seconds * 0.1), (hertz * 9.2, 0.06, seconds * 0.03)]
    return modes(seconds, parts) + 0.06 * burst(seconds, 0.004, 300, 3000, 5)


def end(notes):
    """Three notes, a little after the last stone."""
    starts = (0.16, 0.36, 0.56)
    return together(1.02, [(start, marimba(hertz, 0.46)) for start, hertz in zip(starts, notes)])


if __name__ == "__main__":
    for variant, pitch in enumerate((0.985, 1.0, 1.015), 1):
        save(f"place_first_{variant}", clack(pitch * 0.94, 10 + variant))
        save(f"place_second_{variant}", clack(pitch, 20 + variant))
    save("pick_up", modes(0.025, [(1500, 1, 0.004), (3300, 0.4, 0.002)]) + 0.3 * burst(0.025, 0.002, 1000, 7000, 7), 0.5)
    save("capture", together(0.14, [(0, clack(0.92, 31)), (0.06, clack(1.0, 32))]))
    save("check", together(0.26, [(0, block(392)), (0.13, block(330, 0.12))]))
    save("refusal", modes(0.08, [(150, 1, 0.022), (233, 0.3, 0.012)]) + 0.15 * burst(0.08, 0.006, 80, 700, 9), 0.8)
    save("tick", modes(0.04, [(1040, 1, 0.008), (2610, 0.3, 0.004)]) + 0.1 * burst(0.04, 0.002, 800, 5000, 11), 0.7)
    c, e, g, a = 523.25, 659.26, 783.99, 440.0
    save("win", end((c, e, g)))
    save("loss", end((e, c, a)))
    save("draw", end((c, c, c)))
