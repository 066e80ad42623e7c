//! Any order of events, at any time, with any answers: what holds in all of them.
//!
//! Runs the same cases every time. More or others: `PROPTEST_CASES=1000000 PROPTEST_RNG_SEED=1 cargo test any_order`.
//! A case that failed once is kept beside this file, and tried first.

use super::answers::{
    ADA, DEACTIVATED, GRACE, NOBODY, Person, busy_for, catalogue, network, permissions_of, session_of,
    sign_in_of, status, tokenless_sign_in_of,
};
use super::harness::{HOUR, MINUTE, SECOND, Sent, Session};
use super::witness::{Before, Witness};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{Ages, Answer, Event, Policy, Request, TabMessage};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};

const CASES: u32 = 2_500;
const SEED: u64 = 20_260_101;

/// What the environment asks for, or else the above.
fn config() -> Config {
    /// Where the environment asks for nothing.
    const UNASKED: u32 = 256;
    let chosen = Config::default();
    Config {
        cases: if chosen.cases == UNASKED { CASES } else { chosen.cases },
        rng_seed: if chosen.rng_seed == RngSeed::Random { RngSeed::Fixed(SEED) } else { chosen.rng_seed },
        failure_persistence: chosen
            .failure_persistence
            .and(Some(Box::new(FileFailurePersistence::WithSource("regressions")))),
        ..chosen
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_promises_hold_in_any_order(
        policy in policies(),
        initial in prop::option::weighted(0.2, says()),
        sign_out_pending in prop::bool::weighted(0.1),
        moves in prop::collection::vec(moves(), 1..80),
    ) {
        let mut page = Page::new(policy);
        page.starts(initial, sign_out_pending);
        for next in moves {
            page.makes(next);
        }
        page.comes_to_rest();
    }
}

/// One thing that may happen, whatever is under way.
#[derive(Clone, Debug)]
enum Move {
    Calls(Call),
    Aborts(Index),
    /// To one of the requests under way, or to one that was given up.
    Answered(Index, Says),
    Happens(Event),
    /// The page's `reauthenticate`, if it was called, comes to its end.
    Reauthenticated(bool),
    Passes(u64),
    Sleeps(u64),
    Closes,
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Login { complete: bool },
    Logout,
    Refresh,
    Read,
    Permissions { within: bool },
    Roles { within: bool },
    SsoConfig,
    Fetch { replayable: bool, within: bool },
}

/// What the deployment has to say, whatever it was asked.
#[derive(Clone, Copy, Debug)]
enum Says {
    /// Yes, for that user. `news`: no answer before this one named the same features.
    Yes {
        grace: bool,
        expert: bool,
        news: bool,
        token: bool,
    },
    Nobody,
    Deactivated,
    Fails(Failure),
}

fn policies() -> impl Strategy<Value = Policy> {
    let times = (select(vec![0, MINUTE]), select(vec![10 * SECOND, 24 * HOUR]));
    (any::<bool>(), any::<bool>(), times, any::<bool>()).prop_map(
        |(on_focus, on_online, (interval_ms, max_stale_ms), reauthenticates)| Policy {
            on_focus,
            on_online,
            interval_ms,
            max_stale_ms,
            reauthenticates,
            ..Policy::default()
        },
    )
}

fn moves() -> impl Strategy<Value = Move> {
    let messages = TabMessage::ALL.to_vec();
    prop_oneof![
        9 => (any::<Index>(), says()).prop_map(|(which, says)| Move::Answered(which, says)),
        5 => calls().prop_map(Move::Calls),
        1 => any::<Index>().prop_map(Move::Aborts),
        2 => any::<bool>().prop_map(|visible| Move::Happens(Event::Visible(visible))),
        1 => any::<bool>().prop_map(|online| Move::Happens(Event::Online(online))),
        1 => select(vec![Event::Focused, Event::Leaving, Event::Restored, Event::Woken]).prop_map(Move::Happens),
        2 => select(messages).prop_map(|message| Move::Happens(Event::Heard(message))),
        1 => any::<bool>().prop_map(Move::Reauthenticated),
        4 => select(vec![0, 1, 500, 5 * SECOND, MINUTE, 13 * HOUR]).prop_map(Move::Passes),
        1 => select(vec![MINUTE, 25 * HOUR]).prop_map(Move::Sleeps),
        // Rarely: little happens afterwards.
        1 => prop::bool::weighted(0.1).prop_map(|closes| if closes { Move::Closes } else { Move::Passes(SECOND) }),
    ]
}

fn calls() -> impl Strategy<Value = Call> {
    prop_oneof![
        3 => prop::bool::weighted(0.9).prop_map(|complete| Call::Login { complete }),
        3 => Just(Call::Logout),
        2 => Just(Call::Refresh),
        1 => Just(Call::Read),
        2 => prop::bool::weighted(0.1).prop_map(|within| Call::Permissions { within }),
        1 => prop::bool::weighted(0.1).prop_map(|within| Call::Roles { within }),
        1 => Just(Call::SsoConfig),
        2 => (prop::bool::weighted(0.8), prop::bool::weighted(0.1))
            .prop_map(|(replayable, within)| Call::Fetch { replayable, within }),
    ]
}

fn says() -> impl Strategy<Value = Says> {
    let failures = vec![network(), status(500), status(403), busy_for(90_000), Failure::invalid(200)];
    let yes = (prop::bool::weighted(0.3), any::<bool>(), prop::bool::weighted(0.7), any::<bool>());
    prop_oneof![
        5 => yes.prop_map(|(grace, expert, news, token)| Says::Yes { grace, expert, news, token }),
        2 => Just(Says::Nobody),
        1 => Just(Says::Deactivated),
        3 => select(failures).prop_map(Says::Fails),
    ]
}

/// A session, and who watches it.
struct Page {
    session: Session,
    witness: Witness,
    /// How many different feature maps were named so far.
    named: u32,
}

impl Page {
    fn new(policy: Policy) -> Self {
        Self { session: Session::new(policy), witness: Witness::default(), named: 0 }
    }

    fn starts(&mut self, initial: Option<Says>, sign_out_pending: bool) {
        let initial = initial.and_then(|says| self.session_answer(says).ok());
        self.happens(Event::Started { initial, sign_out_pending, ages: Ages::default() });
    }

    fn makes(&mut self, next: Move) {
        match next {
            Move::Calls(call) => self.calls(call),
            Move::Aborts(which) => {
                let calls = self.session.unsettled();
                if !calls.is_empty() {
                    self.happens(Event::Aborted { call: *which.get(&calls) });
                }
            }
            Move::Answered(which, says) => {
                let late = self.session.given_up().iter().rev().take(1);
                let asked: Vec<Sent> = self.session.in_flight().iter().chain(late).copied().collect();
                if !asked.is_empty() {
                    self.is_answered(*which.get(&asked), says);
                }
            }
            Move::Reauthenticated(resolved) => {
                if self.witness.awaits_reauthentication() {
                    self.happens(Event::Reauthenticated { resolved });
                }
            }
            Move::Happens(event) => self.happens(event),
            Move::Passes(ms) => {
                let before = Before::of(&self.session, None);
                self.session.passes(ms);
                self.witness.sees(None, &before, &self.session);
            }
            Move::Sleeps(ms) => self.session.sleeps(ms),
            Move::Closes => self.happens(Event::Closed),
        }
    }

    fn calls(&mut self, call: Call) {
        let number = self.session.next_call();
        self.happens(match call {
            Call::Login { complete } => Event::LoginCalled { call: number, complete },
            Call::Logout => Event::LogoutCalled { call: number },
            Call::Refresh => Event::RefreshCalled { call: number },
            Call::Read => Event::ReadCalled { call: number },
            Call::Permissions { within } => Event::PermissionsCalled { call: number, within },
            Call::Roles { within } => Event::RolesCalled { call: number, within },
            Call::SsoConfig => Event::SsoConfigCalled { call: number },
            Call::Fetch { replayable, within } => Event::FetchCalled { call: number, replayable, within },
        });
    }

    fn is_answered(&mut self, asked: Sent, says: Says) {
        let answer = match asked.request {
            Request::Session => Answer::Session(self.session_answer(says)),
            Request::Login(_) => Answer::Login(match says {
                Says::Yes { token: true, .. } => Ok(self.names(says, sign_in_of)),
                Says::Yes { token: false, .. } => Ok(self.names(says, tokenless_sign_in_of)),
                Says::Nobody => Err(Failure::answered(Code::InvalidCredentials, 401)),
                Says::Deactivated => Err(Failure::answered(Code::AccountDeactivated, 403)),
                Says::Fails(failure) => Err(failure),
            }),
            Request::Logout => Answer::Logout(failure_of(says).map_or(Ok(()), Err)),
            Request::Permissions => Answer::Permissions(match refusal_of(says) {
                Some(failure) => Err(failure),
                None => Ok(self.names(says, permissions_of)),
            }),
            Request::Roles => Answer::Roles(refusal_of(says).map_or_else(|| Ok(catalogue()), Err)),
            Request::SsoConfig => Answer::SsoConfig(failure_of(says).map_or(Ok(()), Err)),
            Request::Fetch(_) => Answer::Fetch(match says {
                Says::Yes { .. } => Ok(200),
                Says::Nobody => Ok(401),
                Says::Deactivated => Ok(403),
                Says::Fails(_) => Err(network()),
            }),
        };
        self.happens(Event::Answered { id: asked.id, answer });
    }

    fn session_answer(&mut self, says: Says) -> Result<SessionAnswer, Failure> {
        match says {
            Says::Yes { .. } => Ok(self.names(says, session_of)),
            Says::Nobody => Ok(NOBODY),
            Says::Deactivated => Ok(DEACTIVATED),
            Says::Fails(failure) => Err(failure),
        }
    }

    /// Names a person whose features tell one answer from another.
    fn names<T>(&mut self, says: Says, answer: fn(Person) -> T) -> T {
        let Says::Yes { grace, expert, news, .. } = says else { unreachable!("{says:?} names nobody") };
        self.named += u32::from(news);
        let mark = format!("named-{}", self.named);
        let features = [(mark.as_str(), true), ("report-analysis", expert)];
        let role = if expert { "expert" } else { "default" };
        answer(Person { id: if grace { GRACE.id } else { ADA.id }, role, features: &features })
    }

    fn happens(&mut self, event: Event) {
        let before = Before::of(&self.session, Some(&event));
        self.session.happens(event.clone());
        self.witness.sees(Some(&event), &before, &self.session);
    }

    /// Once everything is answered no call waits; once it is closed none is left.
    fn comes_to_rest(&mut self) {
        // A page that stays in the back/forward cache answers nobody.
        self.happens(Event::Restored);
        for _ in 0..200 {
            if let Some(asked) = self.session.in_flight().first().copied() {
                self.is_answered(asked, Says::Nobody);
            } else if self.witness.awaits_reauthentication() {
                self.happens(Event::Reauthenticated { resolved: true });
            } else {
                break;
            }
        }
        assert_eq!(self.session.unsettled(), [], "calls that wait for ever");
        self.calls(Call::Refresh);
        self.calls(Call::Logout);
        self.calls(Call::Fetch { replayable: true, within: false });
        self.happens(Event::Closed);
        assert_eq!(self.session.unsettled(), [], "calls that outlive the session");
        self.calls(Call::Login { complete: true });
        assert_eq!(self.session.unsettled(), [], "calls that a closed session took");
    }
}

/// Where an endpoint that everybody may use has nothing to refuse.
fn failure_of(says: Says) -> Option<Failure> {
    match says {
        Says::Fails(failure) => Some(failure),
        Says::Yes { .. } | Says::Nobody | Says::Deactivated => None,
    }
}

/// Where an endpoint asks for a bearer token (`identity-api.md` 7).
fn refusal_of(says: Says) -> Option<Failure> {
    match says {
        Says::Yes { .. } => None,
        Says::Nobody | Says::Deactivated => Some(status(401)),
        Says::Fails(failure) => Some(failure),
    }
}
