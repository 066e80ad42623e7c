//! A page that plays a script: it carries out the machine's effects as a shell would, and holds every step to what
//! must show from outside.

mod witness;

use crate::script::{Move, Says, Script};
use platform_session::api::login::TokenPolicy;
use platform_session::api::{Failure, PermissionsAnswer, SignedIn};
use platform_session::core::{
    Answer, CallId, Effect, Event, Now, Outcome, Publication, Request, RequestId, State, Status, View, step,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use witness::Witness;

pub struct Page {
    state: State,
    now: Now,
    in_flight: Vec<Sent>,
    given_up: Vec<Sent>,
    last_sent: Option<RequestId>,
    wake_at_ms: Option<u64>,
    /// `None`: not yet ended.
    calls: BTreeMap<u32, Option<Result<Outcome, Failure>>>,
    reauthenticating: bool,
    stopped: bool,
    witness: Witness,
}

/// No call.
const NONE: [u32; 0] = [];

/// A request as it left.
#[derive(Clone, Copy, Debug)]
struct Sent {
    id: RequestId,
    request: Request,
    epoch: u32,
    at: Now,
}

/// Plays it to its end, and on until nothing is left waiting.
pub fn play(script: &Script) {
    let policy = script.options.policy();
    let mut page = Page {
        state: State::new(policy, script.visible, script.online),
        now: Now { wall_ms: 1_790_000_000_000, mono_ms: 0, random: u32::from(script.seed) << 16 },
        in_flight: Vec::new(),
        given_up: Vec::new(),
        last_sent: None,
        wake_at_ms: None,
        calls: BTreeMap::new(),
        reauthenticating: false,
        stopped: false,
        witness: Witness::default(),
    };
    page.happens(Event::Started {
        initial: script.initial.and_then(|says| says.session().ok()),
        signing_out: false,
    });
    for next in &script.moves {
        page.makes(*next);
    }
    page.comes_to_rest();
}

impl Page {
    fn makes(&mut self, next: Move) {
        match next {
            Move::Login { complete } => self.calls(|call| Event::LoginCalled { call, complete }),
            Move::Logout => self.calls(|call| Event::LogoutCalled { call }),
            Move::Refresh => self.calls(|call| Event::RefreshCalled { call }),
            Move::Permissions => self.calls(|call| Event::PermissionsCalled { call, within: false }),
            Move::Roles => self.calls(|call| Event::RolesCalled { call, within: false }),
            Move::SsoConfig => self.calls(|call| Event::SsoConfigCalled { call }),
            Move::Fetch { replayable } => {
                self.calls(|call| Event::FetchCalled { call, replayable, within: false })
            }
            Move::Aborts(call) => self.happens(Event::Aborted { call: CallId(call.into()) }),
            Move::Answered { which, says } => {
                if let Some(sent) = one_of(&self.in_flight, which) {
                    self.is_answered(sent, says);
                }
            }
            Move::AnsweredLate { which, says } => {
                let never =
                    Sent { id: RequestId(u32::MAX), request: Request::Session, epoch: 0, at: self.now };
                self.is_answered(one_of(&self.given_up, which).unwrap_or(never), says);
            }
            Move::Wakes => {
                if let Some(at_ms) = self.wake_at_ms.take() {
                    self.passes(at_ms.saturating_sub(self.now.mono_ms));
                    self.happens(Event::Woken);
                }
            }
            Move::Woken => self.happens(Event::Woken),
            Move::Visible(visible) => self.happens(Event::Visible(visible)),
            Move::Focused => self.happens(Event::Focused),
            Move::Online(online) => self.happens(Event::Online(online)),
            Move::Restored => self.happens(Event::Restored),
            Move::Told(told) => self.happens(Event::Heard(told.into())),
            Move::Reauthenticated(resolved) => {
                if std::mem::take(&mut self.reauthenticating) {
                    self.happens(Event::Reauthenticated { resolved });
                }
            }
            Move::Passes(span) => self.passes(span.ms()),
            Move::Sleeps(span) => self.now.wall_ms = self.now.wall_ms.saturating_add(span.ms()),
            Move::SetBack(span) => self.now.wall_ms = self.now.wall_ms.saturating_sub(span.ms()),
            Move::Closes => self.happens(Event::Closed),
        }
    }

    fn calls(&mut self, event: impl FnOnce(CallId) -> Event) {
        let call = self.calls.len() as u32;
        self.calls.insert(call, None);
        self.happens(event(CallId(call)));
    }

    fn passes(&mut self, ms: u64) {
        self.now.wall_ms = self.now.wall_ms.saturating_add(ms);
        self.now.mono_ms = self.now.mono_ms.saturating_add(ms);
    }

    fn is_answered(&mut self, sent: Sent, says: Says) {
        let keeps_token = self.state.policy().token == TokenPolicy::Memory;
        let answer = match sent.request {
            Request::Session => Answer::Session(says.session()),
            Request::Login(_) => Answer::Login(says.yes().map(|person| SignedIn {
                identity: person.identity(),
                company: person.company(),
                token: person.token().filter(|_| keeps_token),
            })),
            Request::Logout => Answer::Logout(says.yes().map(drop)),
            Request::Permissions => Answer::Permissions(says.yes().map(|person| PermissionsAnswer {
                user_type: person.role(),
                features: Arc::new(person.features()),
            })),
            Request::Roles => Answer::Roles(says.yes().map(|person| person.catalogue())),
            Request::SsoConfig => Answer::SsoConfig(says.yes().map(drop)),
            Request::Fetch(_) => Answer::Fetch(match says.yes() {
                Ok(_) => Ok(200),
                Err(failure) => failure.status.ok_or(failure),
            }),
        };
        self.happens(Event::Answered { id: sent.id, answer });
    }

    /// Once everything is answered no call waits; once it is closed none is left, and none is taken.
    fn comes_to_rest(&mut self) {
        for _ in 0..4 * (self.calls.len() + 4) {
            if let Some(sent) = self.in_flight.first().copied() {
                self.is_answered(sent, Says::Nobody);
            } else if self.reauthenticating {
                self.makes(Move::Reauthenticated(true));
            } else {
                break;
            }
        }
        assert_eq!(self.unsettled(), NONE, "calls that wait for ever");
        self.makes(Move::Refresh);
        self.makes(Move::Logout);
        self.makes(Move::Fetch { replayable: true });
        self.makes(Move::Closes);
        assert_eq!(self.unsettled(), NONE, "calls that outlive the session");
        self.makes(Move::Login { complete: true });
        self.makes(Move::Roles);
        assert_eq!(self.unsettled(), NONE, "calls that a closed session took");
        assert!(self.state.token().is_none(), "a closed session holds no token");
    }

    fn unsettled(&self) -> Vec<u32> {
        self.calls.iter().filter(|(_, outcome)| outcome.is_none()).map(|(call, _)| *call).collect()
    }
}

/// One step, carried out and checked.
impl Page {
    fn happens(&mut self, event: Event) {
        self.now.random = self.now.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let answered = match &event {
            Event::Answered { id, .. } => {
                let position = self.in_flight.iter().position(|sent| sent.id == *id);
                position.map(|position| self.in_flight.remove(position))
            }
            _ => None,
        };
        let before = self.state.clone();
        let effects = step(&mut self.state, event.clone(), self.now);
        self.check_purity(&before, &event, answered, &effects);
        let was_stopped = self.stopped;
        for effect in &effects {
            assert!(!was_stopped || matches!(effect, Effect::Settle { .. }), "closed, and yet: {effect:?}");
            self.carry_out(effect, &before, answered);
        }
        check_publication(before.view(), self.state.view(), &effects);
        check_view(self.state.view());
        self.check_requests();
        if was_stopped {
            assert_eq!(before.view(), self.state.view(), "a closed session shows what it showed");
        } else {
            self.witness.sees(&event, answered, &before, &self.state, self.now);
        }
        let waits = self.in_flight.is_empty() && !self.reauthenticating;
        assert!(!waits || self.unsettled().is_empty(), "nothing will end these calls");
    }

    /// The same state, event and time lead to the same; and an answer that nobody waits for changes nothing,
    /// whatever it says.
    fn check_purity(&self, before: &State, event: &Event, answered: Option<Sent>, effects: &[Effect]) {
        let event = match event {
            Event::Answered { id, .. } if answered.is_none() => {
                Event::Answered { id: *id, answer: Answer::Fetch(Ok(200)) }
            }
            event => event.clone(),
        };
        let mut again = before.clone();
        assert_eq!(step(&mut again, event, self.now), effects);
        assert_eq!(again, self.state);
    }

    fn carry_out(&mut self, effect: &Effect, before: &State, answered: Option<Sent>) {
        match effect {
            Effect::Send { id, request, bearer } => {
                assert!(Some(*id) > self.last_sent, "requests are numbered upward");
                self.last_sent = Some(*id);
                let takes_bearer =
                    !matches!(request, Request::Login(_) | Request::Logout | Request::SsoConfig);
                let held = before.token().is_some() || self.state.token().is_some();
                assert!(!bearer || (takes_bearer && held), "{request:?} takes no bearer, or there is none");
                let epoch = self.state.epoch();
                self.in_flight.push(Sent { id: *id, request: *request, epoch, at: self.now });
            }
            Effect::Cancel { id } => {
                let position = self.in_flight.iter().position(|sent| sent.id == *id);
                let under_way = position.map(|position| self.in_flight.remove(position));
                let sent = under_way.or(answered.filter(|sent| sent.id == *id));
                self.given_up.push(sent.expect("only what is under way can be aborted"));
            }
            Effect::WakeIn { after_ms } => {
                assert!(after_ms.is_none_or(|ms| ms <= i32::MAX as u64), "timers hold 31 bits");
                self.wake_at_ms = after_ms.map(|ms| self.now.mono_ms.saturating_add(ms));
            }
            Effect::Settle { call, outcome } => {
                let ended = self.calls.get_mut(&call.0).expect("only what was called can end");
                assert!(ended.is_none(), "a call ends once: {call:?}");
                *ended = Some(*outcome);
            }
            Effect::Reauthenticate(_) => {
                assert!(!self.reauthenticating, "one at a time");
                self.reauthenticating = true;
            }
            Effect::Stop => {
                self.stopped = true;
                self.wake_at_ms = None;
                self.reauthenticating = false;
            }
            Effect::Broadcast(_) | Effect::Publish(_) => {}
        }
    }

    fn check_requests(&self) {
        let count = |is: fn(&Request) -> bool| self.in_flight.iter().filter(|sent| is(&sent.request)).count();
        let reads = count(|request| *request == Request::Session);
        let credentials = count(|request| matches!(request, Request::Login(_) | Request::Logout));
        assert!(reads <= 1 && credentials <= 1, "{:?} at once", self.in_flight);
        assert!(reads + credentials <= 1, "no read answers for a cookie that is about to change");
    }
}

/// What is shown changes by a publication only, and a publication says something new, before any call ends.
fn check_publication(before: &View, after: &View, effects: &[Effect]) {
    let published: Vec<(usize, &Publication)> = effects
        .iter()
        .enumerate()
        .filter_map(|(position, effect)| match effect {
            Effect::Publish(publication) => Some((position, &**publication)),
            _ => None,
        })
        .collect();
    let [(position, publication)] = published[..] else {
        assert!(published.is_empty(), "one publication a step");
        return assert_eq!(before, after, "what is shown changed and nobody was told");
    };
    assert_eq!(&publication.view, after);
    assert!(after != before || !publication.notices.is_empty(), "nothing changed");
    let settles_early = effects[..position].iter().any(|effect| matches!(effect, Effect::Settle { .. }));
    assert!(!settles_early, "a call ended before what it ends with was shown");

    let features = |view: &View| view.features.entries().iter().cloned().collect::<BTreeMap<_, _>>();
    let mut told = features(before);
    for change in &publication.changes {
        let current = change.current.clone();
        let previous = match current.clone() {
            Some(current) => told.insert(change.feature.clone(), current),
            None => told.remove(&change.feature),
        };
        assert_ne!(previous, current, "told of a change that is none");
    }
    assert_eq!(told, features(after), "what was told adds up to what is shown");
}

fn check_view(view: &View) {
    let authenticated = view.status == Status::Authenticated;
    assert_eq!(view.user.is_some(), authenticated, "a user is shown exactly while authenticated");
    assert!(authenticated || view.features.entries().is_empty(), "gates are open only while authenticated");
    assert!(authenticated || view.company.is_none());
    assert_eq!(view.reason.is_some(), view.status == Status::Unauthenticated);
    assert!(!view.stale || view.error.is_some(), "stale, and nobody can say why");
    assert!(!view.stale || view.status != Status::Unknown, "what is not known cannot be stale");
    let names = view.features.entries().iter().map(|(name, _)| name);
    assert!(names.clone().is_sorted_by(|one, next| one < next), "sorted, each name once");
    assert!(names.clone().all(|name| !name.is_empty()), "none of them empty");
}

fn one_of(sent: &[Sent], which: u8) -> Option<Sent> {
    sent.get(usize::from(which).checked_rem(sent.len())?).copied()
}
