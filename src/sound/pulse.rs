//! Sound on Linux: the PulseAudio protocol, which PipeWire speaks too.

use std::error::Error;
use std::ffi::CString;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use pulseaudio::{AsPlaybackSource, Client, protocol};

use super::RATE;

/// The most that waits in the server before it is heard, in bytes: a twentieth of a second.
const BUFFER: u32 = RATE * 2 / 20;
/// Numbers of streams.
static STREAMS: AtomicU32 = AtomicU32::new(1);

/// A connection to the sound server.
pub(super) struct Output {
    client: Client,
}

impl Output {
    /// Connects.
    pub(super) fn open() -> Result<Output, String> {
        let client = Client::from_env(c"Qiju");
        let client = client.map_err(|error| format!("no sound server answers ({})", in_full(&error)))?;
        Ok(Output { client })
    }

    /// Plays a sound while other sounds may go on.
    pub(super) fn play(&self, sound: Vec<i16>) -> Result<(), String> {
        let params = protocol::PlaybackStreamParams {
            sample_spec: protocol::SampleSpec { format: protocol::SampleFormat::S16Le, channels: 1, sample_rate: RATE },
            channel_map: protocol::ChannelMap::mono(),
            cvolume: Some(protocol::ChannelVolume::norm(1)),
            sink_name: Some(CString::from(protocol::DEFAULT_SINK)),
            buffer_attr: protocol::stream::BufferAttr { target_length: BUFFER, ..Default::default() },
            // Streams of the same number would have to be synchronous.
            sync_id: STREAMS.fetch_add(1, Ordering::Relaxed),
            ..Default::default()
        };
        let bytes: Vec<u8> = sound.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        let mut sent = 0;
        let source = move |buffer: &mut [u8]| {
            let length = buffer.len().min(bytes.len() - sent);
            buffer[..length].copy_from_slice(&bytes[sent..sent + length]);
            sent += length;
            length
        };
        let created = self.client.create_playback_stream(params, source.as_playback_source());
        let stream =
            pollster::block_on(created).map_err(|error| format!("the sound server refuses ({})", in_full(&error)))?;
        let drained = thread::Builder::new().name("sound end".to_owned()).spawn(move || {
            // A sound that breaks off has no further consequence.
            let _ = pollster::block_on(stream.play_all());
        });
        drained.map(drop).map_err(|error| format!("no thread could be started: {error}"))
    }
}

/// An error with what it comes from.
fn in_full(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {}", in_full(source)))
}
