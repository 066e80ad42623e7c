//! A 401 to a request beside the session's own: settled by one shared session read (`identity-api.md` 5.5, 7).

use super::answers::{ADA, GRACE, NOBODY, network, permissions_of, session_of, sign_in_of, status};
use super::harness::{MINUTE, Session};
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Policy, Reason, Request};

const RESPONSE: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Response));

fn that_can_reauthenticate() -> Policy {
    Policy { reauthenticates: true, ..Policy::default() }
}

/// A page that can sign its user in again, and a fetch that found the session ended.
fn reauthenticating() -> (Session, CallId) {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
    (session, fetch)
}

#[test]
fn a_request_carries_the_token_that_is_held() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.refresh_permissions();
    session.roles();
    session.sso_config();
    for request in [Request::Fetch(fetch), Request::Permissions, Request::Roles] {
        assert!(session.under_way(request).unwrap().bearer, "{request:?}");
    }
    assert!(!session.under_way(Request::SsoConfig).unwrap().bearer, "it asks for none");

    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer, "none is held");
}

#[test]
fn still_signed_in_with_a_bearer_sent_it_is_dropped_and_the_cookie_tried_once() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA));
    assert!(!session.holds_token());
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
    session.gets_response(fetch, 200);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.user(), Some(1), "nobody is signed out");
}

#[test]
fn a_second_401_is_handed_on() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    session.gets_response(fetch, 401);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!((session.sent(), session.user()), (vec![], Some(1)));
}

#[test]
fn still_signed_in_without_a_bearer_it_is_handed_on_and_nobody_is_signed_out() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (fetch, roles, permissions) = (session.fetch(), session.roles(), session.refresh_permissions());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    session.gets_permissions(Err(status(401)));
    session.reads(session_of(ADA));
    // The latter two began before the read did, and so did their answers' meaning.
    assert_eq!(session.outcome(fetch), RESPONSE);
    for call in [roles, permissions] {
        assert_eq!(session.outcome(call), Some(Err(Code::Unauthenticated)));
    }
    assert!(!session.asks_to_reauthenticate());
    assert_eq!(session.user(), Some(1));
}

#[test]
fn signed_out_on_a_page_that_cannot_reauthenticate_it_is_handed_on() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.reason(), Some(Reason::Ended));
}

#[test]
fn where_the_read_fails_it_is_handed_on() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    let (fetch, roles) = (session.fetch(), session.roles());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    session.fails_to_read(network());
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.outcome(roles), Some(Err(Code::Unauthenticated)));
    assert!(!session.asks_to_reauthenticate(), "nobody knows that the session ended");
    assert!(session.holds_token());
}

#[test]
fn fifty_calls_are_settled_by_one_read_one_reauthentication_and_one_retry_each() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetches: Vec<CallId> = (0..50).map(|_| session.fetch()).collect();
    let mut reads = 0;
    for fetch in &fetches {
        session.gets_response(*fetch, 401);
        reads += session.sent().len();
    }
    assert_eq!(reads, 1);
    session.reads(NOBODY);
    let asked =
        session.effects().iter().filter(|effect| matches!(effect, crate::core::Effect::Reauthenticate(_)));
    assert_eq!(asked.count(), 1);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [], "they wait for the page's own word");
    session.reauthenticates(true);
    assert_eq!(session.sent().len(), 50);
    for fetch in &fetches {
        assert!(session.under_way(Request::Fetch(*fetch)).unwrap().bearer);
        session.gets_response(*fetch, 401);
        assert_eq!(session.outcome(*fetch), RESPONSE, "one retry each");
    }
    assert_eq!(session.in_flight(), []);
}

#[test]
fn requests_that_hear_of_the_end_later_wait_for_the_reauthentication_under_way() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (first, second) = (session.fetch(), session.fetch());
    session.gets_response(first, 401);
    session.reads(NOBODY);
    session.gets_response(second, 401);
    assert_eq!(session.sent(), [], "that end is known");
    assert!(!session.asks_to_reauthenticate(), "once at a time");
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    for fetch in [first, second] {
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), RESPONSE);
    }
}

/// It may be part of the reauthentication, which would wait for itself.
#[test]
fn a_call_made_while_the_page_reauthenticates_waits_for_nobody() {
    let (mut session, first) = reauthenticating();
    let within = session.fetch();
    session.gets_response(within, 401);
    assert_eq!(session.outcome(within), RESPONSE);
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    session.gets_response(first, 200);
    assert_eq!(session.outcome(first), RESPONSE);
}

#[test]
fn nothing_is_sent_again_as_somebody_else() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.login();
    session.signs_in(sign_in_of(GRACE));
    session.gets_response(fetch, 401);
    session.reads(session_of(GRACE));
    assert_eq!((session.outcome(fetch), session.under_way(Request::Fetch(fetch))), (RESPONSE, None));
}

#[test]
fn a_reauthentication_that_fails_hands_it_on() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(false);
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
}

#[test]
fn a_reauthentication_by_other_means_is_found_by_a_read() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
    session.gets_response(fetch, 200);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

/// What it says may be how things were before the user signed in again.
#[test]
fn a_read_that_began_before_the_reauthentication_was_over_does_not_settle_it() {
    let (mut session, fetch) = reauthenticating();
    session.refresh();
    session.reauthenticates(true);
    session.reads(NOBODY);
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
}

#[test]
fn a_reauthentication_that_signed_nobody_in_hands_it_on() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(true);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert!(!session.asks_to_reauthenticate());
}

/// Sent before the end, and answered once the page has been asked about that very end.
#[test]
fn a_401_that_comes_after_a_reauthentication_in_vain_does_not_ask_again() {
    let in_vain: [fn(&mut Session); 2] = [
        |session| session.reauthenticates(false),
        |session| {
            session.reauthenticates(true);
            session.reads(NOBODY);
        },
    ];
    for is_over in in_vain {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        is_over(&mut session);
        session.gets_response(late, 401);
        assert!(!session.asks_to_reauthenticate());
        assert_eq!(session.outcome(late), RESPONSE);
    }
}

/// The user may have signed in by other means, and only the read tells.
#[test]
fn a_401_that_comes_while_a_read_looks_for_the_new_sign_in_waits_for_it() {
    for (answer, retried) in [(session_of(ADA), 2), (NOBODY, 0)] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        session.reauthenticates(true);
        session.gets_response(late, 401);
        assert_eq!(session.outcome(late), None);
        session.reads(answer);
        assert_eq!(session.sent().len(), retried);
        assert!(!session.asks_to_reauthenticate());
        assert_eq!(session.outcome(late), RESPONSE.filter(|_| retried == 0));
    }
}

#[test]
fn a_request_made_after_a_reauthentication_in_vain_asks_anew() {
    let (mut session, _) = reauthenticating();
    session.reauthenticates(false);
    let later = session.fetch();
    session.gets_response(later, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
}

#[test]
fn a_401_to_what_met_a_known_end_asks_for_no_second_read() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (early, late) = (session.fetch(), session.fetch());
    session.gets_response(early, 401);
    session.reads(NOBODY);
    session.gets_response(late, 401);
    assert_eq!(session.sent(), []);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    assert_eq!(session.sent().len(), 2, "both are retried");
}

/// It may have been signed in elsewhere in the meantime.
#[test]
fn a_401_to_what_was_sent_after_the_end_is_settled_by_a_read() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), NOBODY);
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
}

#[test]
fn the_next_end_of_a_session_is_reauthenticated_anew() {
    let (mut session, _) = reauthenticating();
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    let later = session.fetch();
    session.gets_response(later, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
}

#[test]
fn whoever_signed_out_is_not_signed_in_again() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.logout();
    session.gets_response(fetch, 401);
    session.signs_out();
    session.reads(NOBODY);
    assert!(!session.asks_to_reauthenticate());
    assert_eq!(session.outcome(fetch), RESPONSE);
}

/// Sent for Ada, it must not be done by Grace.
#[test]
fn a_request_is_not_retried_for_another_user() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(GRACE));
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
}

#[test]
fn a_request_that_cannot_be_sent_again_is_not() {
    let mut session = Session::signed_in();
    let fetch = session.fetch_once();
    session.gets_response(fetch, 401);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_token_that_carries_the_session_is_not_dropped() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(NOBODY);
    session.reads(session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert!(session.holds_token());
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_401_that_the_held_token_did_not_meet_does_not_drop_it() {
    let met_no_token = Session::that_read(session_of(ADA));
    let met_an_older_token = Session::signed_in();
    for mut session in [met_no_token, met_an_older_token] {
        let fetch = session.fetch();
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.gets_response(fetch, 401);
        session.reads(session_of(ADA));
        assert!(session.holds_token());
        session.gets_response(fetch, 401);
        assert_eq!((session.outcome(fetch), session.holds_token()), (RESPONSE, true), "one retry");
    }
}

#[test]
fn a_request_that_is_not_answered_yet_does_not_drop_the_token() {
    let mut session = Session::signed_in();
    session.fetch();
    session.refresh();
    session.reads(session_of(ADA));
    assert!(session.holds_token());
}

#[test]
fn a_read_that_began_before_the_request_settles_nothing() {
    let mut session = Session::signed_in();
    session.gets_focus();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert_eq!(session.outcome(fetch), None);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_read_whose_answer_was_overtaken_settles_nothing() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.reads(session_of(ADA));
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
    assert!(session.holds_token());
    session.reads(NOBODY);
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
}

#[test]
fn a_read_is_made_even_where_reads_wait() {
    let mut session = Session::signed_in();
    session.hides();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert!(session.is_reading());
}

#[test]
fn an_aborted_call_waits_for_nothing_more() {
    let mut session = Session::signed_in();
    let sent = session.fetch();
    let request = session.under_way(Request::Fetch(sent)).unwrap();
    session.aborts(sent);
    assert_eq!(session.outcome(sent), Some(Err(Code::Aborted)));
    assert_eq!(session.given_up(), [request]);
    session.is_answered_late(request.id, Answer::Fetch(Ok(200)));

    let settling = session.fetch();
    session.gets_response(settling, 401);
    session.aborts(settling);
    assert_eq!(session.outcome(settling), Some(Err(Code::Aborted)));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), []);

    let (mut session, waiting) = reauthenticating();
    session.aborts(waiting);
    assert_eq!(session.outcome(waiting), Some(Err(Code::Aborted)));
    session.reauthenticates(true);
    assert_eq!(session.sent(), []);
}

#[test]
fn a_failure_without_an_answer_is_the_callers() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.is_answered(Request::Fetch(fetch), Answer::Fetch(Err(network())));
    assert_eq!(session.outcome(fetch), Some(Err(Code::Network)));
    session.passes(MINUTE);
    assert_eq!((session.sent(), session.error()), (vec![], None));
}

#[test]
fn the_single_sign_on_configuration_is_for_everybody() {
    let mut session = Session::that_read(NOBODY);
    let calls = [session.sso_config(), session.sso_config()];
    assert_eq!(session.in_flight().len(), 1);
    session.is_answered(Request::SsoConfig, Answer::SsoConfig(Ok(())));
    for call in calls {
        assert_eq!(session.outcome(call), Some(Ok(Outcome::SsoConfig)));
    }
    let refused = session.sso_config();
    session.is_answered(Request::SsoConfig, Answer::SsoConfig(Err(status(401))));
    assert_eq!(session.outcome(refused), Some(Err(Code::Unauthenticated)));
    assert_eq!(session.sent(), []);
}

#[test]
fn a_401_to_what_cannot_be_sent_twice_is_handed_on_and_the_session_read() {
    let mut session = Session::that_read(session_of(ADA));
    session.passes(MINUTE);
    let call = session.fetch_once();
    session.is_answered(Request::Fetch(call), Answer::Fetch(Ok(401)));
    assert!(session.outcome(call).is_some_and(|outcome| outcome.is_ok()), "the page gets its 401");
    assert!(session.under_way(Request::Session).is_some());
}

/// Sent beside others, and answered later than they: it has met the very end that was mended meanwhile.
#[test]
fn a_401_that_comes_once_the_user_has_signed_in_again_is_retried() {
    for resolved_first in [false, true] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        session.login();
        session.signs_in(sign_in_of(ADA));
        if resolved_first {
            session.reauthenticates(true);
            session.gets_response(late, 401);
        } else {
            session.gets_response(late, 401);
            session.reauthenticates(true);
        }
        session.reads(session_of(ADA));
        for fetch in [early, late] {
            session.gets_response(fetch, 200);
            assert_eq!(session.outcome(fetch), RESPONSE, "resolved first: {resolved_first}");
        }
    }
}
