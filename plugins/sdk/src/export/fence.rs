//! The fence that no panic passes.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::status;
use crate::request::Refused;

/// Runs `body` and turns a panic into an error.
pub(super) fn fence<T>(body: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| Err(Refused::new(status::PANIC, panic_text(payload))))
}

/// The text of a panic.
fn panic_text(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&str>() {
            Ok(text) => (*text).to_owned(),
            Err(payload) => {
                // Its drop might panic again, outside the fence.
                std::mem::forget(payload);
                "panicked without a text".to_owned()
            }
        },
    }
}
