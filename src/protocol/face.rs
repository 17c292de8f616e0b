//! The loop that UCI and UCCI share: a face of a [`Desk`] hears one line after the other, and what both protocols know is
//! carried out here.

use std::io::{BufRead, Write};
use std::sync::Arc;

use super::ProtocolError;
use super::desk::Desk;
use super::link::{Output, Running, listen};
use crate::engines::EngineInstance;

/// One protocol's way to ask an engine, and to tell what it answers.
pub trait Face<'a> {
    /// The engine and its position.
    fn desk(&mut self) -> &mut Desk<'a>;

    /// Where the program reads.
    fn output(&self) -> &Output;

    /// Tells people something that is no answer.
    ///
    /// # Errors
    /// The output is closed.
    fn remark(&self, text: &str) -> Result<(), ProtocolError>;

    /// Carries out a command that only this protocol knows, or only it carries out so; `false` for any other.
    ///
    /// # Errors
    /// The engine failed, or the output is closed.
    fn own_command(&mut self, command: &str, words: &[&str]) -> Result<bool, ProtocolError>;

    /// Sets an option by the words after `setoption`.
    ///
    /// # Errors
    /// The engine failed, or the output is closed.
    fn set_option(&mut self, words: &[&str]) -> Result<(), ProtocolError>;

    /// Searches with the limits in the words after `go`, and answers.
    ///
    /// # Errors
    /// The engine failed, or the output is closed.
    fn go(&mut self, words: &[&str]) -> Result<(), ProtocolError>;
}

/// Serves a program with the face that `make` puts on the desk, until `quit` or the end of its input; gives the face back.
///
/// # Errors
/// The engine failed, or the output is closed.
pub fn serve<'a, F: Face<'a>>(
    engine: &'a mut dyn EngineInstance,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    make: impl FnOnce(Desk<'a>, Output) -> F,
) -> Result<F, ProtocolError> {
    let running = Arc::new(Running::new(engine.stopper()));
    let output = Output::new(output);
    let inbox = listen(input, output.clone(), Arc::clone(&running))?;
    let mut face = make(Desk::new(engine, running).map_err(std::io::Error::other)?, output);
    for line in inbox {
        let words: Vec<_> = line.split_whitespace().collect();
        if let Some((&command, words)) = words.split_first() {
            carry_out(&mut face, command, words)?;
        }
    }
    Ok(face)
}

fn carry_out<'a>(face: &mut impl Face<'a>, command: &str, words: &[&str]) -> Result<(), ProtocolError> {
    if face.own_command(command, words)? {
        return Ok(());
    }
    match command {
        "isready" => {
            face.desk().prepare()?;
            Ok(face.output().say("readyok")?)
        }
        "setoption" => face.set_option(words),
        "position" => match face.desk().set_position(words) {
            Ok(()) => Ok(()),
            Err(error) => face.remark(&format!("the position is not taken: {error:#}")),
        },
        "go" => face.go(words),
        // The reader thread has done what these ask for.
        "stop" | "ponderhit" => Ok(()),
        _ => face.remark(&format!("{command:?} is no command known here")),
    }
}
