//! From the players' threads into the event loop.

use std::thread;

use crossbeam_channel::Receiver;

use crate::player::PlayerEvent;

/// Hands every event of the players to `deliver` on the event loop, several at once where they come fast. Ends when
/// the channel closes or the event loop does.
///
/// # Errors
/// The system gives no thread.
pub fn forward(
    events: Receiver<PlayerEvent>,
    deliver: impl Fn(Vec<PlayerEvent>) + Clone + Send + 'static,
) -> std::io::Result<()> {
    thread::Builder::new().name("bridge".to_owned()).spawn(move || {
        while let Ok(first) = events.recv() {
            let batch: Vec<_> = std::iter::once(first).chain(events.try_iter()).collect();
            let deliver = deliver.clone();
            if slint::invoke_from_event_loop(move || deliver(batch)).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}
