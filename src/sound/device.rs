//! Sound elsewhere: the system's default device.

use std::num::NonZero;

use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink};

use super::RATE;

/// The open device.
pub(super) struct Output {
    sink: MixerDeviceSink,
}

impl Output {
    /// Opens the device.
    pub(super) fn open() -> Result<Output, String> {
        let mut sink = DeviceSinkBuilder::open_default_sink()
            .map_err(|error| format!("no sound device can be opened ({error})"))?;
        sink.log_on_drop(false);
        Ok(Output { sink })
    }

    /// Plays a sound while other sounds may go on.
    pub(super) fn play(&self, sound: Vec<i16>) -> Result<(), String> {
        let Some(rate) = NonZero::new(RATE) else { return Ok(()) };
        let samples: Vec<f32> = sound.into_iter().map(|sample| f32::from(sample) / 32_768.0).collect();
        self.sink.mixer().add(SamplesBuffer::new(NonZero::<u16>::MIN, rate, samples));
        Ok(())
    }
}
