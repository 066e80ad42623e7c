//! Who the identity provider says has signed in.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use openidconnect::core::CoreUserInfoClaims;
use openidconnect::{EndUserEmail, EndUserName, LocalizedClaim};

use super::id_token::Claims;

/// Longest address that a mail can be sent to (RFC 5321 4.5.3.1.3, less the brackets).
const EMAIL_LIMIT: usize = 254;
/// Longest name that is taken over, in bytes.
const NAME_LIMIT: usize = 256;

/// What stands around an address in a mail, or between two. Quoted, an address may have them; hardly anyone's has.
const SEPARATORS: [char; 7] = [',', ';', '<', '>', '"', '(', ')'];

/// A person at the provider. Issuer and subject together name one for ever; an address may change hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Identity {
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) profile: Profile,
}

/// What the provider tells of a person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Profile {
    pub(crate) email: Option<String>,
    /// Whether the provider made sure that the address is this person's; not all of them say.
    pub(crate) email_verified: Option<bool>,
    pub(crate) name: Option<String>,
}

impl Profile {
    /// The address, if the provider says that it is this person's, or why it is not taken. One that the provider is silent on may
    /// be any person's.
    pub(crate) fn usable_email(&self) -> Result<&str, &'static str> {
        match self.email.as_deref() {
            None => Err("there is none"),
            Some(_) if self.email_verified != Some(true) => Err("it is not called verified"),
            Some(email) if email.len() > EMAIL_LIMIT => Err("it is longer than 254 characters"),
            Some(email) if !is_address(email) => Err("it is no address"),
            Some(email) if email.contains(is_format) => Err("it has characters that are not seen"),
            Some(email) if email.contains(SEPARATORS) => Err("it has characters that separate addresses"),
            Some(email) => Ok(email),
        }
    }

    fn new(
        email: Option<&EndUserEmail>,
        email_verified: Option<bool>,
        name: Option<&LocalizedClaim<EndUserName>>,
    ) -> Self {
        let supplied = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Self {
            email: email.and_then(|email| supplied(email.as_str())),
            email_verified,
            name: name
                .and_then(|name| name.get(None))
                .and_then(|name| supplied(name.as_str()))
                .filter(|name| is_name(name)),
        }
    }
}

/// Not the whole grammar: something on both sides of an `@`, and nothing that a line or a page could break at.
fn is_address(email: &str) -> bool {
    let has_both_sides =
        email.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty());
    has_both_sides && !email.contains(|letter: char| letter.is_control() || letter.is_whitespace())
}

fn is_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT && !name.contains(|letter: char| letter.is_control() || is_format(letter))
}

/// Not seen, or turns the direction of what is beside it: with it, one text looks like another.
fn is_format(letter: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(letter) == GeneralCategory::Format
}

impl From<&Claims> for Profile {
    fn from(claims: &Claims) -> Self {
        Self::new(claims.email(), claims.email_verified(), claims.name())
    }
}

impl From<&CoreUserInfoClaims> for Profile {
    fn from(claims: &CoreUserInfoClaims) -> Self {
        Self::new(claims.email(), claims.email_verified(), claims.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_another_or_like_several_is_refused_and_the_reason_said() {
        let usable = |email: &str| {
            let profile = Profile { email: Some(email.to_owned()), email_verified: Some(true), name: None };
            profile.usable_email().map(drop)
        };
        for range in [
            '\u{ad}'..='\u{ad}',
            '\u{200b}'..='\u{200f}',
            '\u{202a}'..='\u{202e}',
            '\u{2060}'..='\u{2064}',
            '\u{2066}'..='\u{206f}',
            '\u{feff}'..='\u{feff}',
            '\u{e0041}'..='\u{e0041}',
        ] {
            for unseen in range {
                let code = u32::from(unseen);
                let refused = Err("it has characters that are not seen");
                assert_eq!(usable(&format!("he{unseen}dy@example.com")), refused, "{code:x}");
                assert!(!is_name(&format!("Hedy{unseen} Lamarr")), "{code:x}");
            }
        }
        for separator in [",", ";", "<", ">", "\"", "(", ")"] {
            let refused = Err("it has characters that separate addresses");
            assert_eq!(usable(&format!("he{separator}dy@example.com")), refused, "{separator}");
        }
        for space in [" ", "\u{a0}", "\u{2028}", "\u{3000}"] {
            assert_eq!(usable(&format!("hedy@exam{space}ple.com")), Err("it is no address"), "{space:?}");
        }
        assert!(is_name("Hédy \"L.\" Lamarr, 李") && usable("李.o'neil+x@b\u{fc}cher.example").is_ok());
    }
}
