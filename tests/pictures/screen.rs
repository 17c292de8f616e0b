//! A window painted by the software renderer into memory, and pictures that it must look like.

use std::rc::Rc;
use std::time::Duration;

use image::{Rgb, RgbImage};
use slint::platform::software_renderer::{MinimalSoftwareWindow, RepaintBufferType};
use slint::platform::{Platform, PlatformError, WindowAdapter, WindowEvent};
use slint::{PhysicalSize, Rgb8Pixel};

/// Steps of a colour channel that two pixels may differ by: rounding differs between processors.
const TOLERANCE: u8 = 16;
/// Share of a picture's pixels that may differ by more.
const SPOILT_SHARE: f64 = 0.005;
/// A small thing that moved fills much of some block, though little of the picture.
const BLOCK: u32 = 24;
/// Share of a block's pixels that may differ.
const SPOILT_BLOCK: f64 = 0.25;

/// A system whose only screen is in memory, and whose clock stands still unless told.
struct Memory {
    window: Rc<MinimalSoftwareWindow>,
}

impl Platform for Memory {
    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(Rc::clone(&self.window) as Rc<dyn WindowAdapter>)
    }

    fn duration_since_start(&self) -> Duration {
        Duration::ZERO
    }
}

/// The screen of this thread's window.
pub struct Screen {
    window: Rc<MinimalSoftwareWindow>,
}

impl Screen {
    /// A screen for the one window that this thread makes next.
    pub fn new(width: u32, height: u32, scale_factor: f32) -> Screen {
        let window = MinimalSoftwareWindow::new(RepaintBufferType::NewBuffer);
        slint::platform::set_platform(Box::new(Memory { window: Rc::clone(&window) }))
            .expect("each test has a thread of its own");
        window.dispatch_event(WindowEvent::ScaleFactorChanged { scale_factor });
        window.set_size(PhysicalSize::new(width, height));
        Screen { window }
    }

    /// What the window looks like now.
    pub fn paint(&self) -> RgbImage {
        slint::platform::update_timers_and_animations();
        self.window.dispatch_event(WindowEvent::WindowActiveChanged(true));
        let PhysicalSize { width, height, .. } = self.window.size();
        let mut pixels = vec![Rgb8Pixel::default(); (width * height) as usize];
        self.window.request_redraw();
        // Layouts that depend on a size settle in the second round.
        for _ in 0..2 {
            self.window.request_redraw();
            self.window.draw_if_needed(|renderer| {
                renderer.render(&mut pixels, width as usize);
            });
        }
        RgbImage::from_fn(width, height, |x, y| {
            let pixel = pixels[(y * width + x) as usize];
            Rgb([pixel.r, pixel.g, pixel.b])
        })
    }
}

/// How two pictures differ, `None` where they are as good as equal.
pub fn difference(expected: &RgbImage, actual: &RgbImage) -> Option<String> {
    if expected.dimensions() != actual.dimensions() {
        return Some(format!("sizes {:?} and {:?}", expected.dimensions(), actual.dimensions()));
    }
    let (width, height) = expected.dimensions();
    let across = width.div_ceil(BLOCK);
    let mut blocks = vec![0u32; (across * height.div_ceil(BLOCK)) as usize];
    for (x, y, pixel) in expected.enumerate_pixels() {
        if spoilt(*pixel, *actual.get_pixel(x, y)) {
            blocks[(y / BLOCK * across + x / BLOCK) as usize] += 1;
        }
    }
    let total: u32 = blocks.iter().sum();
    let share = f64::from(total) / f64::from(width * height);
    let (place, worst) = blocks.iter().enumerate().max_by_key(|(_, count)| **count)?;
    let place = (place as u32 % across * BLOCK, place as u32 / across * BLOCK);
    let block_share = f64::from(*worst) / f64::from(BLOCK * BLOCK);
    (share > SPOILT_SHARE || block_share > SPOILT_BLOCK).then(|| {
        format!(
            "{:.2} % of the pixels differ; most of them, {:.0} %, near {place:?}",
            share * 100.0,
            block_share * 100.0
        )
    })
}

fn spoilt(a: Rgb<u8>, b: Rgb<u8>) -> bool {
    a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > TOLERANCE)
}
