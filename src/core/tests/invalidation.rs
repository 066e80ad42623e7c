//! The unverified identity: what invalidates it, what waits until it is verified, and which read verifies it.

use super::answers::{ADA, GRACE, busy_for, catalogue, network, session_of, status};
use super::harness::{ELSEWHERE, MINUTE, Session};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{Answer, CallId, Event, PageEvent, Policy, Request, Stamp, TabMessage};

/// Begun with what a server had read for the page.
fn begun_with(initial: SessionAnswer) -> Session {
    let mut session = Session::new(Policy::default());
    session.starts_knowing(initial);
    session
}

/// What happens, in words and in deed.
type Way = (&'static str, fn(&mut Session));

/// Every event that leaves the identity unverified, on Ada's page.
fn unverified() -> Vec<(&'static str, Session)> {
    let ways: [Way; 10] = [
        ("a sign-in without an answer", |session| {
            session.login();
            session.fails_to_sign_in(network());
        }),
        ("a sign-in answered 502", |session| {
            session.login();
            session.fails_to_sign_in(status(502));
        }),
        ("an aborted sign-in", |session| {
            let login = session.login();
            session.aborts(login);
        }),
        ("another tab's sign-in", |session| session.receives(TabMessage::SignedIn)),
        ("another tab's change", |session| session.receives(TabMessage::Changed)),
        ("the end of a lock", |session| session.receives(TabMessage::SignOutOver(ELSEWHERE))),
        ("a window that is gone", Session::loses_its_sign_in_window),
        ("a return from the cache", Session::is_restored),
        ("a return after a way in", |session| {
            session.is_cached();
            session.shows();
            session.is_restored();
        }),
        ("a superseded sign-in that is refused", |session| {
            session.login();
            session.login();
            session.fails_to_sign_in(status(401));
        }),
    ];
    let asked = ways.into_iter().map(|(way, asks)| {
        let mut session = Session::signed_in();
        asks(&mut session);
        (way, session)
    });
    asked.chain([("a start with `initial`", begun_with(session_of(ADA)))]).collect()
}

/// Neither sent nor ended.
#[track_caller]
fn waits(session: &Session, call: CallId) {
    assert_eq!((session.under_way(Request::Fetch(call)), session.outcome(call)), (None, None));
}

#[test]
fn a_read_leaves_and_requests_wait_for_it_in_order() {
    for (way, mut session) in unverified() {
        assert!(session.is_reading(), "{way}");
        let fetches: Vec<CallId> = (0..5).map(|_| session.fetch()).collect();
        fetches.iter().for_each(|fetch| waits(&session, *fetch));
        session.reads(session_of(ADA));
        let sent: Vec<Request> = fetches.iter().map(|fetch| Request::Fetch(*fetch)).collect();
        assert_eq!(session.sent(), sent, "{way}");
    }
}

#[test]
fn requests_end_with_the_failure_of_the_read_that_they_wait_for() {
    for failure in [status(503), status(429), busy_for(600_000), network(), Failure::of(Code::Timeout)] {
        for (way, mut session) in unverified() {
            let calls = [session.fetch(), session.refresh_permissions()];
            session.fails_to_read(failure);
            for call in calls {
                assert_eq!(session.outcome(call), Some(Err(failure.code)), "{way}");
            }
        }
    }
}

/// What was called after the failure waits for the next read, unless the deployment has asked not to be read for a time.
#[test]
fn a_later_request_waits_for_the_next_read_or_ends_with_the_same_failure() {
    for (failure, is_read) in [(status(503), true), (status(429), true), (busy_for(600_000), false)] {
        for (way, mut session) in unverified() {
            session.fails_to_read(failure);
            let fetch = session.fetch();
            assert_eq!(session.is_reading(), is_read, "{way}");
            assert_eq!(session.outcome(fetch), (!is_read).then_some(Err(failure.code)), "{way}");
            if is_read {
                session.reads(session_of(ADA));
                assert!(session.under_way(Request::Fetch(fetch)).is_some(), "{way}");
            }
        }
    }
}

#[test]
fn what_is_shown_stays_unless_the_cache_hides_it() {
    for (way, session) in unverified() {
        assert_eq!(session.user().is_none(), way.starts_with("a return"), "{way}");
    }
}

#[test]
fn a_cached_catalogue_answers_no_call_while_the_identity_is_unverified() {
    let mut session = Session::that_read(session_of(ADA));
    session.roles();
    session.gets_roles(Ok(catalogue()));
    session.is_restored();
    let roles = session.roles();
    assert_eq!(session.outcome(roles), None);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(roles), Some(Err(Code::Superseded)));
}

/// What is saved as a page is left: it is still about the same person, with the same cookie.
#[test]
fn a_request_that_is_made_on_the_way_into_the_cache_leaves() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_cached();
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
}

/// The deployment judged it when the document was parsed: other tabs may have spoken since.
#[test]
fn a_first_answer_that_was_preloaded_long_ago_is_shown_as_initial_is() {
    for (preloaded_ms, is_initial) in [(0, false), (1_000, false), (1_001, true), (180_000, true)] {
        let mut session = Session::new(Policy::default());
        session.passes(MINUTE);
        session.starts();
        let refresh = session.refresh();
        let stamp = Stamp { preloaded_ms, ..Stamp::default() };
        session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(ADA))), stamp);
        assert_eq!((session.user(), session.is_reading()), (Some(1), preloaded_ms > 0), "{preloaded_ms} ms");
        assert_eq!(session.outcome(refresh).is_some(), preloaded_ms == 0, "it asks for a newer one");
        let fetch = session.fetch();
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_none(), is_initial, "{preloaded_ms} ms");
        if is_initial {
            session.reads(session_of(GRACE));
            assert_eq!((session.user(), session.outcome(fetch)), (Some(2), Some(Err(Code::Superseded))));
        }
    }
}

#[test]
fn what_was_preloaded_is_as_old_as_its_request() {
    let mut session = Session::new(Policy { max_stale_ms: MINUTE, ..Policy::default() });
    session.passes(MINUTE);
    session.starts();
    let stamp = Stamp { preloaded_ms: 900, ..Stamp::default() };
    session.is_answered_of(Request::Session, Ok(Answer::Session(session_of(ADA))), stamp);
    session.happens(Event::Page(PageEvent::Offline));
    session.passes(MINUTE - 901);
    assert_eq!(session.user(), Some(1));
    session.passes(1);
    assert_eq!(session.user(), None);
}
