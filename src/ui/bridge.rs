//! From other threads into the event loop.

use std::thread;

use crossbeam_channel::Receiver;

/// Hands every event to `deliver` on the event loop, several at once where they come fast. Ends when
/// the channel closes or the event loop does.
///
/// # Errors
/// The system gives no thread.
pub fn forward<T: Send + 'static>(
    events: Receiver<T>,
    deliver: impl Fn(Vec<T>) + Clone + Send + 'static,
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
