//! What happens to a page, one thing after another, as an input.

use arbitrary::Arbitrary;
use platform_session::api::login::TokenPolicy;
use platform_session::api::{
    Code, Company, Failure, FeaturePermission, Features, Identity, Role, SessionAnswer, Token, User,
};
use platform_session::core::{Policy, TabMessage};
use std::sync::Arc;

#[derive(Arbitrary, Clone, Debug)]
pub struct Script {
    pub options: Options,
    pub visible: bool,
    pub online: bool,
    /// Where every draw of jitter comes from.
    pub seed: u16,
    pub initial: Option<Says>,
    pub moves: Vec<Move>,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Options {
    pub discards_token: bool,
    pub on_focus: bool,
    pub on_online: bool,
    pub interval: Option<Span>,
    pub min_interval: Option<Span>,
    pub max_stale: Option<Span>,
    pub reauthenticates: bool,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Move {
    Login {
        complete: bool,
    },
    Logout,
    Refresh,
    Permissions,
    Roles,
    SsoConfig,
    Fetch {
        replayable: bool,
    },
    /// Of the calls made so far.
    Aborts(u8),
    /// To one of the requests under way.
    Answered {
        which: u8,
        says: Says,
    },
    /// To a request that nobody waits for any more, or that never was.
    AnsweredLate {
        which: u8,
        says: Says,
    },
    /// The wake-up that was asked for comes.
    Wakes,
    /// A wake-up comes that was not asked for.
    Woken,
    Visible(bool),
    Focused,
    Online(bool),
    Restored,
    Told(Told),
    /// If the page was asked to.
    Reauthenticated(bool),
    Passes(Span),
    /// Only the wall clock goes on.
    Sleeps(Span),
    /// The wall clock is set back.
    SetBack(Span),
    Closes,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Told {
    SignedIn,
    SignedOut,
    Changed,
}

/// Milliseconds: a power of two, from one to more than any clock will show.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Span(u8);

/// What the deployment has to say, whatever it was asked.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Says {
    Yes(Person),
    Nobody,
    Deactivated,
    Fails { how: u8, retry_after: Option<Span> },
}

/// A person, told by as few bits as lead to different behaviour.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Person {
    who: u8,
    features: u8,
    company: bool,
    token: bool,
}

impl Options {
    pub fn policy(self) -> Policy {
        let usual = Policy::default();
        Policy {
            token: if self.discards_token { TokenPolicy::Discard } else { TokenPolicy::Memory },
            on_focus: self.on_focus,
            on_online: self.on_online,
            interval_ms: self.interval.map_or(usual.interval_ms, Span::ms),
            min_interval_ms: self.min_interval.map_or(usual.min_interval_ms, Span::ms),
            max_stale_ms: self.max_stale.map_or(usual.max_stale_ms, Span::ms),
            reauthenticates: self.reauthenticates,
        }
    }
}

impl Span {
    pub fn ms(self) -> u64 {
        1 << (self.0 % 64)
    }
}

impl From<Told> for TabMessage {
    fn from(told: Told) -> Self {
        match told {
            Told::SignedIn => Self::SignedIn,
            Told::SignedOut => Self::SignedOut,
            Told::Changed => Self::Changed,
        }
    }
}

impl Says {
    pub fn session(self) -> Result<SessionAnswer, Failure> {
        match self {
            Self::Yes(person) => Ok(SessionAnswer::Authenticated(person.identity())),
            Self::Nobody => Ok(SessionAnswer::Unauthenticated),
            Self::Deactivated => Ok(SessionAnswer::Deactivated),
            Self::Fails { .. } => Err(self.failure()),
        }
    }

    /// Says yes, or fails as an endpoint does that asks for a bearer token (`identity-api.md` 7).
    pub fn yes(self) -> Result<Person, Failure> {
        match self {
            Self::Yes(person) => Ok(person),
            Self::Nobody => Err(Failure::of_status(401)),
            Self::Deactivated => Err(Failure::answered(Code::AccountDeactivated, 403)),
            Self::Fails { .. } => Err(self.failure()),
        }
    }

    fn failure(self) -> Failure {
        let Self::Fails { how, retry_after } = self else { return Failure::of(Code::Network) };
        let failure = match how % 8 {
            0 => Failure::of(Code::Network),
            1 => Failure::of(Code::Timeout),
            2 => Failure::of(Code::Aborted),
            3 => Failure::invalid(200),
            4 => Failure::of_status(403),
            5 => Failure::of_status(404),
            6 => Failure::of_status(429),
            _ => Failure::of_status(503),
        };
        let retry_after_ms = retry_after.map(|span| u32::try_from(span.ms()).unwrap_or(u32::MAX));
        Failure { retry_after_ms: retry_after_ms.filter(|_| failure.status.is_some()), ..failure }
    }
}

impl Person {
    pub fn identity(self) -> Identity {
        let id = i64::from(self.who % 3);
        let user = User {
            id,
            email: format!("user{id}@example.com"),
            name: "Somebody".to_owned(),
            user_type: self.role(),
            auth_source: (self.who & 0x80 != 0).then(|| "local".to_owned()),
        };
        Identity { user: Arc::new(user), features: Arc::new(self.features()) }
    }

    pub fn role(self) -> String {
        if self.who & 0x40 != 0 { "expert" } else { "default" }.to_owned()
    }

    /// Two bits a feature; in the other order, and beside one without a name, where there is a token.
    pub fn features(self) -> Features {
        let names = ["chat-history", "__proto__", "report-analysis", "a"];
        let named = names.iter().zip((0..).step_by(2)).filter_map(|(name, shift)| {
            let (enabled, limit) = match self.features >> shift & 3 {
                0 => return None,
                1 => (false, "null"),
                2 => (true, "null"),
                _ => (true, "{\"per_day\":5}"),
            };
            Some(((*name).to_owned(), FeaturePermission { enabled, limit: limit.to_owned() }))
        });
        let mut entries: Vec<_> = named.collect();
        if self.token {
            entries.reverse();
            entries.push((String::new(), FeaturePermission { enabled: true, limit: "null".to_owned() }));
        }
        Features::new(entries)
    }

    pub fn company(self) -> Option<Arc<Company>> {
        let text = || "x".to_owned();
        self.company.then(|| {
            Arc::new(Company {
                id: 9,
                name: text(),
                address: text(),
                city: text(),
                country: text(),
                postal_code: text(),
            })
        })
    }

    pub fn token(self) -> Option<Token> {
        Token::new("t0k.en").filter(|_| self.token)
    }

    pub fn catalogue(self) -> Vec<Role> {
        let role = |name: &str, rank| Role {
            name: name.to_owned(),
            rank,
            label: name.to_owned(),
            description: String::new(),
        };
        vec![role("default", 1), role("expert", i64::from(self.features))]
    }
}
