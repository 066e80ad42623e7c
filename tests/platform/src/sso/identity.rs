//! The identity that the provider confirms.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use openidconnect::core::CoreUserInfoClaims;
use openidconnect::{EndUserEmail, EndUserName, LocalizedClaim};

use super::id_token::Claims;

/// Longest address that a mail can be sent to (RFC 5321 4.5.3.1.3, less the brackets).
const EMAIL_LIMIT: usize = 254;
/// The longest name that is used, in bytes.
const NAME_LIMIT: usize = 256;

/// Characters around or between addresses in a mail. A quoted address may contain them, but real ones hardly do.
const SEPARATORS: [char; 7] = [',', ';', '<', '>', '"', '(', ')'];

/// A person at the provider. Issuer and subject identify the person for ever; an email address may change hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Identity {
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) profile: Profile,
}

/// The provider's claims about a person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Profile {
    pub(crate) email: Option<String>,
    /// Whether the provider has verified the address; not every provider says so.
    pub(crate) email_verified: Option<bool>,
    pub(crate) name: Option<String>,
}

impl Profile {
    /// The address if it is verified and well-formed, or the reason why it is not used. An address that is not verified may be another
    /// person's.
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

/// Not the whole grammar: text on both sides of an `@`, and no control characters or white space.
fn is_address(email: &str) -> bool {
    let has_both_sides =
        email.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty());
    has_both_sides && !email.contains(|letter: char| letter.is_control() || letter.is_whitespace())
}

fn is_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT && !name.contains(|letter: char| letter.is_control() || is_format(letter))
}

/// Whether a character is invisible or changes the direction of text, so that one text can look like another.
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
    fn an_address_or_name_that_looks_like_another_is_refused_with_a_reason() {
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
