//! What the tabs of one origin tell each other: four texts, which carry no data.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TabMessage {
    SignedIn,
    /// A sign-out was called. It may not have reached the deployment yet.
    SignedOut,
    /// The session may be another than it was: read it again.
    Changed,
    /// A sign-out is no longer pending on its page, for whatever reason.
    SignOutOver,
}

impl TabMessage {
    pub const ALL: [Self; 4] = [Self::SignedIn, Self::SignedOut, Self::Changed, Self::SignOutOver];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed-in",
            Self::SignedOut => "signed-out",
            Self::Changed => "changed",
            Self::SignOutOver => "sign-out-over",
        }
    }

    /// Any other text is no message.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|message| message.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_four_texts_are_messages() {
        for message in TabMessage::ALL {
            assert_eq!(TabMessage::parse(message.as_str()), Some(message));
        }
        assert_eq!(TabMessage::parse("signed-inn"), None);
        assert_eq!(TabMessage::parse(""), None);
    }
}
