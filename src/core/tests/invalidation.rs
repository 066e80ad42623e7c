//! The unverified identity: what makes it unverified, which requests wait until it is verified, and which read verifies it.

use super::answers::{ADA, GRACE, busy_for, catalogue, network, session_of, status};
use super::harness::{ELSEWHERE, MINUTE, Session};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{Answer, CallId, Event, PageEvent, Policy, Request, Stamp, TabMessage};

/// A session that has started with this `initial`.
fn started_with_initial(initial: SessionAnswer) -> Session {
    let mut session = Session::new(Policy::default());
    session.start_with_initial(initial);
    session
}

/// The name of a case, and what it does to the session.
type Case = (&'static str, fn(&mut Session));

/// Sessions of Ada's, each after one of the events that make the identity unverified.
fn unverified() -> Vec<(&'static str, Session)> {
    let ways: [Case; 10] = [
        ("a sign-in without an answer", |session| {
            session.login();
            session.fail_sign_in(network());
        }),
        ("a sign-in answered 502", |session| {
            session.login();
            session.fail_sign_in(status(502));
        }),
        ("an aborted sign-in", |session| {
            let login = session.login();
            session.abort(login);
        }),
        ("another tab's sign-in", |session| session.receive(TabMessage::SignedIn)),
        ("another tab's change", |session| session.receive(TabMessage::Changed)),
        ("the end of a lock", |session| session.receive(TabMessage::SignOutOver(ELSEWHERE))),
        ("a window that is gone", Session::close_sign_in_window),
        ("a return from the cache", Session::return_from_cache),
        ("a return after a way in", |session| {
            session.enter_cache();
            session.show();
            session.return_from_cache();
        }),
        ("a superseded sign-in that is refused", |session| {
            session.login();
            session.login();
            session.fail_sign_in(status(401));
        }),
    ];
    let sessions = ways.into_iter().map(|(case, asks)| {
        let mut session = Session::signed_in();
        asks(&mut session);
        (case, session)
    });
    sessions.chain([("a start with `initial`", started_with_initial(session_of(ADA)))]).collect()
}

/// Asserts that the fetch was neither sent nor ended.
#[track_caller]
fn assert_waiting(session: &Session, call: CallId) {
    assert_eq!((session.under_way(Request::Fetch(call)), session.outcome(call)), (None, None));
}

#[test]
fn an_unverified_identity_is_read_and_requests_wait_in_order() {
    for (case, mut session) in unverified() {
        assert!(session.is_reading(), "{case}");
        let fetches: Vec<CallId> = (0..5).map(|_| session.fetch()).collect();
        fetches.iter().for_each(|fetch| assert_waiting(&session, *fetch));
        session.answer_read(session_of(ADA));
        let sent: Vec<Request> = fetches.iter().map(|fetch| Request::Fetch(*fetch)).collect();
        assert_eq!(session.sent(), sent, "{case}");
    }
}

#[test]
fn requests_end_with_the_failure_of_the_read_that_they_wait_for() {
    for failure in [status(503), status(429), busy_for(600_000), network(), Failure::of(Code::Timeout)] {
        for (case, mut session) in unverified() {
            let calls = [session.fetch(), session.refresh_permissions()];
            session.fail_read(failure);
            for call in calls {
                assert_eq!(session.outcome(call), Some(Err(failure.code)), "{case}");
            }
        }
    }
}

/// A request after the failure waits for the next read, unless the deployment's `Retry-After` forbids that read for long.
#[test]
fn a_later_request_waits_for_the_next_read_or_ends_with_the_same_failure() {
    for (failure, is_read) in [(status(503), true), (status(429), true), (busy_for(600_000), false)] {
        for (case, mut session) in unverified() {
            session.fail_read(failure);
            let fetch = session.fetch();
            assert_eq!(session.is_reading(), is_read, "{case}");
            assert_eq!(session.outcome(fetch), (!is_read).then_some(Err(failure.code)), "{case}");
            if is_read {
                session.answer_read(session_of(ADA));
                assert!(session.under_way(Request::Fetch(fetch)).is_some(), "{case}");
            }
        }
    }
}

#[test]
fn an_unverified_user_stays_shown_except_after_the_back_forward_cache() {
    for (case, session) in unverified() {
        assert_eq!(session.user().is_none(), case.starts_with("a return"), "{case}");
    }
}

#[test]
fn a_cached_catalogue_answers_no_call_while_the_identity_is_unverified() {
    let mut session = Session::after_read(session_of(ADA));
    session.roles();
    session.answer_roles(Ok(catalogue()));
    session.return_from_cache();
    let roles = session.roles();
    assert_eq!(session.outcome(roles), None);
    session.answer_read(session_of(GRACE));
    assert_eq!(session.outcome(roles), Some(Err(Code::Superseded)));
}

/// For example, a page saves a draft when it is left: the user and the cookie are still the same.
#[test]
fn a_request_that_is_made_on_the_way_into_the_cache_is_sent() {
    let mut session = Session::after_read(session_of(ADA));
    session.enter_cache();
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
}

/// The deployment judged the request when the document was parsed: the page may have missed messages of other tabs since.
#[test]
fn a_first_answer_preloaded_over_a_second_ago_counts_like_initial() {
    for (preloaded_ms, is_initial) in [(0, false), (1_000, false), (1_001, true), (180_000, true)] {
        let mut session = Session::new(Policy::default());
        session.pass_time(MINUTE);
        session.start();
        let refresh = session.refresh();
        let stamp = Stamp { preloaded_ms, ..Stamp::default() };
        session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(ADA))), stamp);
        assert_eq!((session.user(), session.is_reading()), (Some(1), preloaded_ms > 0), "{preloaded_ms} ms");
        assert_eq!(
            session.outcome(refresh).is_some(),
            preloaded_ms == 0,
            "the call waits for a newer answer"
        );
        let fetch = session.fetch();
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_none(), is_initial, "{preloaded_ms} ms");
        if is_initial {
            session.answer_read(session_of(GRACE));
            assert_eq!((session.user(), session.outcome(fetch)), (Some(2), Some(Err(Code::Superseded))));
        }
    }
}

#[test]
fn max_stale_ms_counts_from_the_preloads_request() {
    let mut session = Session::new(Policy { max_stale_ms: MINUTE, ..Policy::default() });
    session.pass_time(MINUTE);
    session.start();
    let stamp = Stamp { preloaded_ms: 900, ..Stamp::default() };
    session.answer_with_stamp(Request::Session, Ok(Answer::Session(session_of(ADA))), stamp);
    session.handle(Event::Page(PageEvent::Offline));
    session.pass_time(MINUTE - 901);
    assert_eq!(session.user(), Some(1));
    session.pass_time(1);
    assert_eq!(session.user(), None);
}
