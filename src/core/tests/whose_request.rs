//! A request belongs to who made it: nothing that one user's page asked for is sent again with another's cookie or
//! token.

use super::answers::{ADA, GRACE, NOBODY, network, session_of, sign_in_of, status};
use super::harness::Session;
use super::unauthorized::{RESPONSE, reauthenticating, signs_in_again, that_can_reauthenticate};
use crate::api::Code;
use crate::core::{Before, CallId, Policy, Request, TabMessage};

/// It was handed its 401, and nothing carries it out.
fn is_handed_on(session: &Session, fetch: CallId) -> bool {
    session.outcome(fetch) == RESPONSE && session.under_way(Request::Fetch(fetch)).is_none()
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

/// What a server read may be somebody else's: a copy that a cache has kept, or of a cookie that has changed since.
#[test]
fn no_request_leaves_before_a_read_has_confirmed_what_a_server_read() {
    for (initial, found, is_sent) in [
        (session_of(ADA), session_of(ADA), true),
        (session_of(ADA), session_of(GRACE), false),
        (session_of(ADA), NOBODY, false),
        (NOBODY, NOBODY, true),
        (NOBODY, session_of(ADA), false),
    ] {
        let mut session = Session::new(Policy::default());
        session.starts_knowing(initial);
        let fetch = session.fetch();
        assert_eq!(session.under_way(Request::Fetch(fetch)), None);
        session.reads(found);
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_some(), is_sent);
        assert_eq!(session.outcome(fetch), if is_sent { None } else { Some(Err(Code::Superseded)) });
    }
}

/// The engine before was lost, or never came: the browser may hold somebody else's cookie by now.
#[test]
fn no_request_leaves_before_a_read_has_confirmed_whose_page_it_was_before_this_engine() {
    for (found, is_sent) in [(session_of(ADA), true), (session_of(GRACE), false), (NOBODY, false)] {
        let mut session = Session::new(Policy::default());
        session.starts_after(Before { user: Some(ADA.id), ..Before::default() });
        let fetch = session.fetch();
        assert_eq!(session.under_way(Request::Fetch(fetch)), None);
        session.reads(found);
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_some(), is_sent);
    }
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

/// Ada's request comes back when Grace has signed in, and her session has ended, too.
#[test]
fn nobody_is_asked_to_sign_in_for_another_users_request() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.login();
    session.signs_in(sign_in_of(GRACE));
    session.reads(session_of(GRACE));
    session.refresh();
    session.reads(NOBODY);
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.asks_to_reauthenticate()), (RESPONSE, false));
}

/// Somebody else at the sign-in dialog, by a call of this page or by the page's own means.
#[test]
fn a_reauthentication_that_signs_somebody_else_in_hands_it_on() {
    let ways: [fn(&mut Session); 5] = [
        |session| {
            session.login();
            session.signs_in(sign_in_of(GRACE));
            session.reauthenticates(true);
            session.reads(session_of(GRACE));
        },
        |session| {
            session.login();
            session.signs_in(sign_in_of(GRACE));
            session.reads(session_of(GRACE));
            session.reauthenticates(true);
        },
        |session| session.reauthenticates(true),
        |session| {
            session.login();
            session.signs_in(sign_in_of(ADA));
            session.reads(session_of(GRACE));
            session.reauthenticates(true);
        },
        // By a request of its own, after it has called `login` for the user.
        |session| {
            session.login();
            session.signs_in(sign_in_of(ADA));
            session.reads(session_of(ADA));
            session.reauthenticates(true);
        },
    ];
    for (number, signs_in) in ways.into_iter().enumerate() {
        let (mut session, fetch) = reauthenticating();
        signs_in(&mut session);
        session.reads(session_of(GRACE));
        assert!(is_handed_on(&session, fetch), "{number}");
        assert_eq!(session.user(), Some(2), "{number}");
    }
}

#[test]
fn permissions_and_roles_of_one_are_not_asked_for_as_another() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let calls = [session.refresh_permissions(), session.roles()];
    session.gets_permissions(Err(status(401)));
    session.gets_roles(Err(status(401)));
    session.reads(NOBODY);
    signs_in_again(&mut session, GRACE);
    for call in calls {
        assert_eq!(session.outcome(call), Some(Err(Code::Unauthenticated)));
    }
    assert_eq!((session.under_way(Request::Permissions), session.under_way(Request::Roles)), (None, None));
}

#[test]
fn all_who_wait_are_tried_again_each_for_its_own_user() {
    let (mut session, adas) = reauthenticating();
    let late = session.fetch();
    session.gets_response(late, 401);
    session.login();
    session.signs_in(sign_in_of(GRACE));
    let graces = session.fetch();
    session.gets_response(graces, 401);
    session.reauthenticates(true);
    session.reads(session_of(GRACE));
    session.reads(session_of(GRACE));
    assert!(is_handed_on(&session, adas) && is_handed_on(&session, late));
    assert!(session.under_way(Request::Fetch(graces)).is_some());
}

/// It went with the cookie of the one who turned out to be there.
#[test]
fn what_was_asked_before_it_was_known_who_is_there_is_the_first_ones() {
    let mut session = Session::started_with(that_can_reauthenticate());
    let fetch = session.fetch();
    session.reads(session_of(ADA));
    session.refresh();
    session.reads(NOBODY);
    session.gets_response(fetch, 401);
    assert!(session.asks_to_reauthenticate());
    signs_in_again(&mut session, GRACE);
    assert!(is_handed_on(&session, fetch));
}

#[test]
fn what_was_asked_before_it_was_known_that_ada_is_there_is_retried_for_her() {
    let mut session = Session::started_with(that_can_reauthenticate());
    let fetch = session.fetch();
    session.reads(session_of(ADA));
    session.refresh();
    session.reads(NOBODY);
    session.gets_response(fetch, 401);
    signs_in_again(&mut session, ADA);
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
}

#[test]
fn a_request_of_nobody_is_retried_for_whoever_signs_in() {
    let unknown = Session::started_with(that_can_reauthenticate());
    let nobody = Session::with_that_read(that_can_reauthenticate(), NOBODY);
    for mut session in [unknown, nobody] {
        let (fetch, late) = (session.fetch(), session.fetch());
        session.gets_response(fetch, 401);
        while session.is_reading() {
            session.reads(NOBODY);
        }
        assert!(session.view().reauthenticating);
        session.login();
        session.signs_in(sign_in_of(GRACE));
        session.gets_response(late, 401);
        session.reads(session_of(GRACE));
        session.reauthenticates(true);
        session.reads(session_of(GRACE));
        for fetch in [fetch, late] {
            assert!(session.under_way(Request::Fetch(fetch)).is_some());
        }
    }
}

#[test]
fn a_request_of_nobody_is_retried_for_nobody_who_is_only_found() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), NOBODY);
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(GRACE));
    assert!(is_handed_on(&session, fetch));
}

/// The page still shows what was hers.
#[test]
fn a_request_made_after_the_session_ended_is_the_one_who_was_signed_in() {
    for (user, retried) in [(ADA, true), (GRACE, false)] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        session.refresh();
        session.reads(NOBODY);
        let fetch = session.fetch();
        session.gets_response(fetch, 401);
        session.reads(NOBODY);
        signs_in_again(&mut session, user);
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_some(), retried, "{user:?}");
        assert_eq!(is_handed_on(&session, fetch), !retried, "{user:?}");
    }
}

#[test]
fn a_request_made_after_a_sign_out_is_not_the_one_who_signed_out() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    session.logout();
    session.signs_out();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert!(is_handed_on(&session, fetch));
}

#[test]
fn a_request_does_not_leave_by_a_token_before_the_tokens_own_read() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.is_cached();
    session.is_restored();
    let fetch = session.fetch();
    session.reads(NOBODY);
    assert_eq!(session.under_way(Request::Fetch(fetch)), None);
}

/// The cookie that a retry would carry may be somebody else's by then.
#[test]
fn after_another_tabs_word_only_a_later_read_lets_it_be_sent_again() {
    for message in [TabMessage::SignedIn, TabMessage::Changed, TabMessage::SignOutOver] {
        for (user, retried) in [(ADA, true), (GRACE, false)] {
            // Ada has signed in here, within.
            let (mut within, waiting) = reauthenticating();
            within.login();
            within.signs_in(sign_in_of(ADA));
            within.reads(session_of(ADA));
            within.hears(message);
            within.reauthenticates(true);
            // Her request is of an older epoch, and late.
            let mut late = Session::signed_in();
            let older = late.fetch();
            late.login();
            late.signs_in(sign_in_of(ADA));
            late.reads(session_of(ADA));
            late.hides();
            late.hears(message);
            late.gets_response(older, 401);
            // A read that began before the message has found her.
            let mut read = Session::signed_in();
            let settling = read.fetch();
            read.gets_response(settling, 401);
            read.hears(message);
            if message == TabMessage::Changed {
                read.reads(session_of(ADA));
            }
            for (mut session, fetch) in [(within, waiting), (late, older), (read, settling)] {
                assert_eq!(session.under_way(Request::Fetch(fetch)), None, "{message:?}");
                while session.is_reading() {
                    session.reads(session_of(user));
                }
                assert_eq!(
                    session.under_way(Request::Fetch(fetch)).is_some(),
                    retried,
                    "{message:?} {user:?}"
                );
                assert_eq!(is_handed_on(&session, fetch), !retried, "{message:?} {user:?}");
            }
        }
    }
}

#[test]
fn where_that_read_fails_it_is_handed_on() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.hears(TabMessage::SignedIn);
    session.fails_to_read(network());
    assert!(is_handed_on(&session, fetch));
}
