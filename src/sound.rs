//! Sounds: played on a thread of their own, silent where there is no device.
//!
//! The sounds are made by `ui/sounds/sounds.py` and lie in the program. On Linux they go to the sound server by its
//! own protocol, so that a build needs no system headers; elsewhere to the system's default device.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rules::Side;

#[cfg(target_os = "linux")]
#[path = "sound/pulse.rs"]
mod output;
#[cfg(not(target_os = "linux"))]
#[path = "sound/device.rs"]
mod output;

use output::Output;

use crate::view::cues::Cue;

/// Samples a second of every sound.
pub const RATE: u32 = 22_050;
/// Nothing sounds twice within this time.
const GAP: Duration = Duration::from_millis(40);
/// How long an idle device is kept open.
const IDLE: Duration = Duration::from_secs(5);
/// How long after a failure a device is looked for again.
const RETRY: Duration = Duration::from_secs(30);

/// The sounds for a cue, one of which is heard.
const fn files(cue: Cue) -> &'static [&'static [u8]] {
    macro_rules! sounds {
        ($($name:literal),*) => { &[$(include_bytes!(concat!("../ui/sounds/", $name, ".wav"))),*] };
    }
    match cue {
        Cue::Place(Side::First) => sounds!["place_first_1", "place_first_2", "place_first_3"],
        Cue::Place(Side::Second) => sounds!["place_second_1", "place_second_2", "place_second_3"],
        Cue::PickUp => sounds!["pick_up"],
        Cue::Capture => sounds!["capture"],
        Cue::Check => sounds!["check"],
        Cue::Refusal => sounds!["refusal"],
        Cue::Tick => sounds!["tick"],
        Cue::Win => sounds!["win"],
        Cue::Loss => sounds!["loss"],
        Cue::Draw => sounds!["draw"],
    }
}

/// Whether a cue may follow another at once: what tells the end of a game begins after the last stone.
const fn is_end(cue: Cue) -> bool {
    matches!(cue, Cue::Win | Cue::Loss | Cue::Draw)
}

/// The samples of a sound file of ours.
fn samples(file: &[u8]) -> Vec<i16> {
    // The files come with the program, and a test reads every one.
    hound::WavReader::new(file).map_or_else(|_| Vec::new(), |wav| wav.into_samples().map_while(Result::ok).collect())
}

/// Plays sounds.
#[derive(Debug)]
pub struct Sounds {
    sender: Option<Sender<(Cue, f32)>>,
    fault: Arc<Mutex<Option<String>>>,
    last: Option<Instant>,
}

fn lock(fault: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    fault.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sounds {
    /// Starts the thread; no device is opened before the first sound.
    #[must_use]
    pub fn start() -> Sounds {
        // A sound that comes too late is better not heard: few may wait.
        let (sender, cues) = bounded(4);
        let fault = Arc::new(Mutex::new(None));
        let told = Arc::clone(&fault);
        let spawned = thread::Builder::new().name("sound".to_owned()).spawn(move || play_all(&cues, &told));
        if let Err(error) = &spawned {
            *lock(&fault) = Some(format!("no thread could be started: {error}"));
        }
        Sounds { sender: spawned.ok().map(|_| sender), fault, last: None }
    }

    /// Hands what would be played, and how loud, to a listener.
    #[must_use]
    pub fn to(listener: Sender<(Cue, f32)>) -> Sounds {
        Sounds { sender: Some(listener), ..Sounds::silent() }
    }

    /// Plays nothing, ever.
    #[must_use]
    pub fn silent() -> Sounds {
        Sounds { sender: None, fault: Arc::default(), last: None }
    }

    /// Plays a sound with a volume from 0 to 1, unless one was played just now.
    pub fn play(&mut self, cue: Cue, volume: f32) {
        let is_close = self.last.is_some_and(|last| last.elapsed() < GAP);
        let Some(sender) = self.sender.as_ref().filter(|_| volume > 0.0 && (is_end(cue) || !is_close)) else { return };
        self.last = Some(Instant::now());
        // A full queue belongs to a device that hangs.
        let _ = sender.try_send((cue, volume));
    }

    /// Why nothing can be heard, `None` where all is well as far as is known.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        lock(&self.fault).clone()
    }
}

/// Plays what is asked for until nobody asks any more.
fn play_all(cues: &Receiver<(Cue, f32)>, fault: &Mutex<Option<String>>) {
    let mut output: Option<Output> = None;
    let mut failed: Option<Instant> = None;
    loop {
        let (cue, volume) = match cues.recv_timeout(IDLE) {
            Ok(asked) => asked,
            Err(RecvTimeoutError::Timeout) => {
                output = None;
                match cues.recv() {
                    Ok(asked) => asked,
                    Err(_) => return,
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if failed.is_some_and(|at| at.elapsed() < RETRY) {
            continue;
        }
        let choices = files(cue);
        let sound: Vec<i16> = samples(choices[fastrand::usize(..choices.len())])
            .into_iter()
            // Loudness is felt as a power of the level. The product is within the range of a sample.
            .map(|sample| (f32::from(sample) * volume * volume) as i16)
            .collect();
        let played = match output.take().map_or_else(Output::open, Ok) {
            Ok(open) => open.play(sound).map(|()| open),
            Err(why) => Err(why),
        };
        match played {
            Ok(open) => {
                (output, failed) = (Some(open), None);
                *lock(fault) = None;
            }
            Err(why) => {
                tracing::info!("nothing can be heard: {why}");
                failed = Some(Instant::now());
                *lock(fault) = Some(why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_there_short_and_not_too_loud() {
        let cues = [
            Cue::Place(Side::First),
            Cue::Place(Side::Second),
            Cue::PickUp,
            Cue::Capture,
            Cue::Check,
            Cue::Refusal,
            Cue::Tick,
            Cue::Win,
            Cue::Loss,
            Cue::Draw,
        ];
        for cue in cues {
            for file in files(cue) {
                let spec = hound::WavReader::new(*file).unwrap().spec();
                assert_eq!((spec.channels, spec.sample_rate, spec.bits_per_sample), (1, RATE, 16), "{cue:?}");
                let samples = samples(file);
                let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
                assert!((3_000..=8_250).contains(&peak), "{cue:?} peaks at {peak}, -12 dBFS is 8230");
                let length = Duration::from_secs_f64(samples.len() as f64 / f64::from(RATE));
                let most = if is_end(cue) { Duration::from_millis(1_100) } else { Duration::from_millis(300) };
                assert!(length <= most, "{cue:?} takes {length:?}");
            }
        }
    }

    #[test]
    fn without_a_device_nothing_happens() {
        let mut sounds = Sounds::silent();
        sounds.play(Cue::Tick, 1.0);
        assert_eq!(sounds.fault(), None);
    }
}
