//! Whether it is in question who is signed in. What opens and answers it, and what waits for it: `rules/question.rs`.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Question {
    /// As at the start of a page.
    #[default]
    Open,
    Answered,
}
