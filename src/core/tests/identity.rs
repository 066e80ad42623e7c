//! The current identity: where one begins and ends, and that its requests end with it.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, network, permissions_of, session_of, sign_in_of,
    status,
};
use super::harness::{ELSEWHERE, HOUR, Session};
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Policy, Request, TabMessage};

/// What happens, in words and in deed.
type Way = (&'static str, fn(&mut Session));

const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

fn signs_in(session: &mut Session, person: super::answers::Person<'_>) {
    session.login();
    session.signs_in(sign_in_of(person));
    session.reads(session_of(person));
}

const ENDS: [Way; 5] = [
    ("a sign-out", |session| _ = session.logout()),
    ("another tab's sign-out", |session| session.receives(TabMessage::SignedOut(ELSEWHERE))),
    ("another user's sign-in", |session| signs_in(session, GRACE)),
    ("another user, found by a read", |session| {
        session.refresh();
        session.reads(session_of(GRACE));
    }),
    ("another user, after the session had ended", |session| {
        session.refresh();
        session.reads(NO_SESSION);
        signs_in(session, GRACE);
    }),
];

#[test]
fn it_ends_at_a_sign_out_and_at_another_user_and_its_requests_with_it() {
    for (way, ends) in ENDS {
        let mut session = Session::signed_in();
        let before = session.view().identity;
        let fetch = session.fetch();
        let request = session.under_way(Request::Fetch(fetch)).unwrap();
        ends(&mut session);
        assert_ne!(session.view().identity, before, "after {way}");
        assert_eq!(session.outcome(fetch), SUPERSEDED, "after {way}");
        assert!(session.given_up().contains(&request), "after {way}");
        session.is_answered_late(request.id, Ok(Answer::Fetch(200)));
    }
}

#[test]
fn it_lasts_through_whatever_finds_the_same_user() {
    let ways: [Way; 10] = [
        ("an end at the deployment", |session| {
            session.refresh();
            session.reads(NO_SESSION);
        }),
        ("a deactivation", |session| {
            session.refresh();
            session.reads(DEACTIVATED);
        }),
        ("its day", |session| session.passes(24 * HOUR)),
        ("a sign-in of the same user", |session| signs_in(session, ADA)),
        ("a sign-in of the same user after an end", |session| {
            session.refresh();
            session.reads(NO_SESSION);
            signs_in(session, ADA);
        }),
        ("another role", |session| {
            session.refresh();
            session.reads(session_of(ADA_AS_EXPERT));
        }),
        ("an outage", |session| {
            session.refresh();
            session.fails_to_read(network());
        }),
        ("the back/forward cache", |session| {
            session.is_cached();
            session.is_restored();
            session.reads(session_of(ADA));
        }),
        ("a sign-in elsewhere", |session| {
            session.receives(TabMessage::SignedIn);
            session.reads(session_of(ADA));
        }),
        ("a sign-in that is refused", |session| {
            session.login();
            session.fails_to_sign_in(status(401));
        }),
    ];
    for (way, lasts) in ways {
        let mut session = Session::signed_in();
        let before = session.view().identity;
        let fetch = session.fetch();
        lasts(&mut session);
        assert_eq!(session.view().identity, before, "after {way}");
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)), "after {way}");
    }
}

#[test]
fn the_first_user_who_is_shown_fills_in_the_pages() {
    for person in [ADA, GRACE] {
        let mut session = Session::that_read(NO_SESSION);
        let (before, fetch) = (session.view().identity, session.fetch());
        signs_in(&mut session, person);
        assert_eq!(session.view().identity, before);
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)));
    }
}

#[test]
fn a_user_who_comes_back_after_another_begins_a_new_one() {
    let mut session = Session::signed_in();
    let first = session.view().identity;
    signs_in(&mut session, GRACE);
    signs_in(&mut session, ADA);
    assert!(session.view().identity > first);
}

/// Each where it stands: sent, waiting for a read with its 401, or waiting to be sent.
#[test]
fn requests_that_wait_end_with_it_too() {
    let asks: [fn(&mut Session) -> CallId; 5] = [
        |session| {
            let fetch = session.fetch();
            session.gets_response(fetch, 401);
            fetch
        },
        |session| {
            let permissions = session.refresh_permissions();
            session.gets_permissions(Ok(permissions_of(GRACE)));
            permissions
        },
        |session| {
            session.receives(TabMessage::Changed);
            session.fetch()
        },
        Session::refresh_permissions,
        Session::roles,
    ];
    for asks in asks {
        for finds_another in [false, true] {
            let mut session = Session::signed_in();
            let call = asks(&mut session);
            if finds_another {
                session.refresh();
                session.reads(session_of(GRACE));
            } else {
                session.logout();
            }
            assert_eq!(session.outcome(call), SUPERSEDED);
        }
    }
}

/// The page asked for that.
#[test]
fn a_request_with_keepalive_goes_on_and_its_answer_is_handed_on() {
    for (way, ends) in ENDS {
        for status in [200, 401] {
            let mut session = Session::signed_in_with(Policy { reauthenticates: true, ..Policy::default() });
            let fetch = session.fetch_with_keepalive();
            ends(&mut session);
            session.gets_response(fetch, status);
            assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)), "{status} after {way}");
            assert!(session.under_way(Request::Fetch(fetch)).is_none(), "{status} after {way}");
        }
    }
}

#[test]
fn a_request_with_keepalive_that_has_not_left_ends_with_it() {
    let mut session = Session::signed_in();
    session.receives(TabMessage::SignedIn);
    let fetch = session.fetch_with_keepalive();
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(fetch), SUPERSEDED);
}

#[test]
fn the_single_sign_on_configuration_is_of_no_identity() {
    for (way, ends) in ENDS {
        let mut session = Session::signed_in();
        let config = session.sso_config();
        ends(&mut session);
        session.is_answered(Request::SsoConfig, Ok(Answer::SsoConfig));
        assert_eq!(session.outcome(config), Some(Ok(Outcome::Done)), "after {way}");
    }
}

#[test]
fn it_ends_with_the_session() {
    let mut session = Session::signed_in();
    let (before, fetch) = (session.view().identity, session.fetch_with_keepalive());
    session.closes();
    assert_ne!(session.view().identity, before);
    assert_eq!(session.outcome(fetch), Some(Err(Code::Closed)));
}

/// The request is of any user who is found: the page had none yet as it made the request.
#[test]
fn nothing_leaves_before_it_is_known_who_is_signed_in() {
    let ways: [Way; 6] = [
        ("another tab's sign-in", |session| session.receives(TabMessage::SignedIn)),
        ("another tab's change", |session| session.receives(TabMessage::Changed)),
        ("a window", |session| {
            session.opens_a_sign_in_window();
            session.loses_its_sign_in_window();
        }),
        ("the cache", |session| {
            session.is_cached();
            session.is_restored();
        }),
        ("a sign-in without an answer", |session| {
            session.login();
            session.fails_to_sign_in(network());
        }),
        ("a sign-in that was aborted", |session| {
            let call = session.login();
            session.aborts(call);
        }),
    ];
    for (way, opens) in ways {
        let mut session = Session::started();
        let fetch = session.fetch();
        assert!(session.under_way(Request::Fetch(fetch)).is_none(), "{way}");
        opens(&mut session);
        assert!(session.under_way(Request::Fetch(fetch)).is_none(), "{way}");
        session.reads(session_of(GRACE));
        assert!(session.under_way(Request::Fetch(fetch)).is_some(), "{way}");
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)), "{way}");
    }
}

/// `createSession(); login(…); fetch(…)`, before the first answer.
#[test]
fn a_request_that_is_made_during_the_first_sign_in_is_of_the_user_who_signs_in() {
    let mut session = Session::started();
    session.login();
    let fetch = session.fetch();
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.outcome(fetch), None);
    session.reads(session_of(ADA));
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
    assert_eq!(session.view().identity, 0);
}

#[test]
fn a_reauthenticate_does_not_outlive_it() {
    let mut session =
        Session::with_that_read(Policy { reauthenticates: true, ..Policy::default() }, session_of(ADA));
    let fetch = session.fetch();
    session.is_answered_of(Request::Fetch(fetch), Ok(Answer::Fetch(401)), Default::default());
    session.reads(NO_SESSION);
    assert!(session.view().reauthenticating);
    session.logout();
    assert!(!session.view().reauthenticating);
}
