//! A 401 to a pending request: one session read, which all such requests share, decides what follows (`identity-api.md` 5.5, 7).

use super::answers::{ADA, NO_SESSION, busy_for, network, session_of, sign_in_of, status};
use super::harness::{MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Policy, Reason, Request};

pub const RESPONSE: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Response));

pub fn policy_with_reauthenticate() -> Policy {
    Policy { reauthenticates: true, ..Policy::default() }
}

/// Makes a fetch that is answered 401.
fn fetch_with_401(session: &mut Session) -> CallId {
    let fetch = session.fetch();
    session.answer_fetch(fetch, 401);
    fetch
}

#[test]
fn a_refused_token_is_dropped_and_the_request_sent_once_with_the_cookie() {
    for answer in [200, 401] {
        let mut session = Session::signed_in();
        let fetch = fetch_with_401(&mut session);
        assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
        session.answer_read(session_of(ADA));
        assert!(!session.holds_token());
        assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
        session.answer_fetch(fetch, answer);
        assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]), "even a second 401");
        assert_eq!(session.user(), Some(1), "the user stays signed in");
    }
}

/// For example, an older autosave must not arrive after a newer one.
#[test]
fn retried_requests_are_sent_in_the_order_of_their_calls() {
    let mut session = Session::signed_in();
    let fetches: Vec<CallId> = (0..5).map(|_| session.fetch()).collect();
    for fetch in fetches.iter().rev() {
        session.answer_fetch(*fetch, 401);
    }
    session.answer_read(session_of(ADA));
    let sent: Vec<Request> = fetches.into_iter().map(Request::Fetch).collect();
    assert_eq!(session.sent(), sent);
}

#[test]
fn a_401_is_delivered_if_no_retry_can_help() {
    // No user is signed in, and the page has no `reauthenticate`.
    let mut ended = Session::signed_in();
    let call = fetch_with_401(&mut ended);
    ended.answer_read(NO_SESSION);
    assert_eq!((ended.outcome(call), ended.reason()), (RESPONSE, Some(Reason::Ended)));
    // Session reads carry the token, because the browser refuses the cookie.
    let mut carried = Session::after_read(NO_SESSION);
    carried.login();
    carried.answer_sign_in(sign_in_of(ADA));
    carried.answer_read(NO_SESSION);
    carried.answer_read(session_of(ADA));
    let call = fetch_with_401(&mut carried);
    carried.answer_read(session_of(ADA));
    assert_eq!((carried.outcome(call), carried.holds_token()), (RESPONSE, true));
    // The request's body cannot be sent twice.
    let mut once = Session::signed_in();
    let call = once.fetch_once();
    once.answer_fetch(call, 401);
    assert_eq!((once.outcome(call), once.is_reading()), (RESPONSE, true), "the session may have ended");
}

/// The 401 is an answer, and it is not known whether the session has ended.
#[test]
fn a_401_is_delivered_if_the_read_fails() {
    let mut session = Session::signed_in_with(policy_with_reauthenticate());
    let (fetch, roles) = (fetch_with_401(&mut session), session.roles());
    session.answer_roles(Err(status(401)));
    session.fail_read(network());
    session.fail_read(network());
    assert_eq!(
        (session.outcome(fetch), session.outcome(roles)),
        (RESPONSE, Some(Err(Code::Unauthenticated)))
    );
    assert!(!session.calls_reauthenticate() && session.holds_token());
}

/// A page that polls must not cause a session read for each of its requests.
#[test]
fn fifty_401s_cost_one_read_on_a_page_without_reauthenticate() {
    for answer in [session_of(ADA), NO_SESSION] {
        let mut session = Session::after_read(answer.clone());
        let mut reads = 0;
        for _ in 0..50 {
            let fetch = fetch_with_401(&mut session);
            if session.is_reading() {
                reads += 1;
                session.answer_read(answer.clone());
            }
            assert_eq!(session.outcome(fetch), RESPONSE);
            session.pass_time(50);
        }
        assert_eq!(reads, 1);
        session.pass_time(3 * SECOND);
        assert!(session.is_reading(), "the next read comes after `minIntervalMs`");
    }
}

#[test]
fn a_401_is_delivered_at_once_while_retry_after_forbids_a_read() {
    let mut session = Session::signed_in_with(policy_with_reauthenticate());
    session.focus();
    let early = fetch_with_401(&mut session);
    session.fail_read(busy_for(600_000));
    let late = fetch_with_401(&mut session);
    assert_eq!((session.outcome(early), session.outcome(late)), (RESPONSE, RESPONSE));
    assert!(!session.is_reading());
    session.pass_time(20 * MINUTE);
    assert!(session.is_reading());
}

#[test]
fn a_401_causes_a_read_even_on_a_hidden_page() {
    let mut session = Session::signed_in();
    session.hide();
    fetch_with_401(&mut session);
    assert!(session.is_reading());
}

#[test]
fn the_single_sign_on_configuration_is_shared_and_its_401_is_a_failure() {
    for (answer, outcome) in
        [(Ok(Answer::SsoConfig), Ok(Outcome::Done)), (Err(status(401)), Err(Code::Unauthenticated))]
    {
        let mut session = Session::after_read(NO_SESSION);
        let calls = [session.sso_config(), session.sso_config()];
        assert_eq!(session.in_flight().len(), 1);
        session.answer(Request::SsoConfig, answer);
        assert_eq!(calls.map(|call| session.outcome(call)), [Some(outcome); 2]);
        assert_eq!(session.sent(), []);
    }
}

/// Otherwise each request of a page that polls would cause a read of a deployment that fails.
#[test]
fn a_401_while_reads_fail_is_delivered_and_does_not_move_the_retry() {
    for answer in [session_of(ADA), NO_SESSION] {
        let mut session = Session::after_read(answer);
        session.set_jitter(u32::MAX);
        session.pass_time(MINUTE);
        session.focus();
        for wait_s in [1, 2, 4, 8, 16] {
            session.fail_read(status(503));
            for _ in 0..4 {
                let fetch = fetch_with_401(&mut session);
                assert_eq!((session.outcome(fetch), session.is_reading()), (RESPONSE, false));
                session.pass_time(wait_s * SECOND / 5);
            }
            session.pass_time(wait_s * SECOND / 5);
            assert!(session.is_reading());
        }
    }
}
