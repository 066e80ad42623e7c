//! Requests that are held back: somebody else may be there, and a read is to say who is before they are sent.

use super::answers::{
    ADA, ADA_AS_EXPERT, GRACE, NOBODY, busy_for, network, permissions_of, session_of, sign_in_of, status,
};
use super::harness::{MINUTE, SECOND, Session};
use super::unauthorized::reauthenticating;
use crate::api::{Code, Failure};
use crate::core::{Before, CallId, Event, Outcome, Policy, Request, Status, TabMessage};

/// Neither sent nor ended: a request of this page that is made now.
fn is_held(session: &mut Session) -> CallId {
    let fetch = session.fetch();
    assert_eq!((session.under_way(Request::Fetch(fetch)), session.outcome(fetch)), (None, None));
    fetch
}

const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

/// The deployment may have signed Grace in all the same, and her cookie may be there.
#[test]
fn what_is_asked_for_after_a_sign_in_without_an_answer_waits_until_it_is_known_who_is_there() {
    let ends: [fn(&mut Session, CallId); 4] = [
        |session, _| session.fails_to_sign_in(status(502)),
        |session, _| session.fails_to_sign_in(network()),
        |session, _| session.fails_to_sign_in(Failure::of(Code::Timeout)),
        |session, login| session.aborts(login),
    ];
    for ends in ends {
        let mut session = Session::that_read(session_of(ADA));
        let login = session.login();
        ends(&mut session, login);
        let early = is_held(&mut session);
        session.fails_to_read(network());
        let late = is_held(&mut session);
        session.reads(session_of(GRACE));
        for fetch in [early, late] {
            assert_eq!(session.outcome(fetch), SUPERSEDED);
        }
    }
}

#[test]
fn what_is_asked_for_after_a_sign_in_that_was_refused_is_sent_at_once() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
}

/// A sign-out of another tab is over after somebody was shown here: the page is unknown until a read says who is there.
#[test]
fn what_is_asked_for_at_the_late_end_of_a_sign_out_waits_until_it_is_known_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.passes(MINUTE);
    while session.is_reading() {
        session.reads(session_of(ADA));
    }
    assert_eq!(session.user(), Some(1), "the guard's time is over");
    session.hears(TabMessage::SignOutOver);
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(fetch), SUPERSEDED);
}

/// The same, where what is known of her has grown too old to be shown.
#[test]
fn what_is_asked_for_at_the_late_end_of_a_sign_out_waits_where_she_is_held_back() {
    let mut session = Session::started_with(Policy { max_stale_ms: 2 * MINUTE, ..Policy::default() });
    session.reads(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.passes(MINUTE);
    while session.is_reading() {
        session.reads(session_of(ADA));
    }
    session.gets_focus();
    session.fails_to_read(network());
    session.passes(3 * MINUTE);
    assert_eq!(session.status(), Status::Unknown);
    while session.is_reading() {
        session.fails_to_read(network());
    }
    session.hears(TabMessage::SignOutOver);
    is_held(&mut session);
}

/// An autosave that goes on in a tab whose user was signed out elsewhere, where somebody else has signed in since.
#[test]
fn a_request_made_after_a_sign_out_is_not_the_newcomers_either() {
    for (found, is_sent) in [(session_of(GRACE), false), (NOBODY, true)] {
        let mut session = Session::that_read(session_of(ADA));
        for word in [TabMessage::SignedOut, TabMessage::SignOutOver, TabMessage::SignedIn] {
            session.hears(word);
        }
        let fetch = session.fetch();
        assert_eq!(session.under_way(Request::Fetch(fetch)), None);
        session.reads(found);
        assert_eq!(session.under_way(Request::Fetch(fetch)).is_some(), is_sent);
        assert_eq!(session.outcome(fetch), (!is_sent).then_some(Err(Code::Superseded)));
    }
}

/// Another tab's sign-out guards, which may be about somebody whom the read finds.
#[test]
fn what_a_guard_hides_is_not_nobody() {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.hears(TabMessage::SignedIn);
    let fetch = session.fetch();
    session.reads(session_of(GRACE));
    assert_eq!(session.under_way(Request::Fetch(fetch)), None);
    assert_eq!(session.outcome(fetch), Some(Err(Code::Superseded)));
    let next = session.fetch();
    assert_eq!(session.under_way(Request::Fetch(next)), None);
}

#[test]
fn requests_held_for_a_read_do_not_read_before_the_time_that_the_deployment_names() {
    let mut session = Session::signed_in();
    session.passes(MINUTE);
    session.hears(TabMessage::SignedIn);
    session.fails_to_read(busy_for(600_000));
    let mut reads = 0;
    for _ in 0..5 {
        session.fetch();
        if session.is_reading() {
            reads += 1;
            session.fails_to_read(busy_for(600_000));
        }
        session.passes(SECOND);
    }
    assert_eq!(reads, 0, "the deployment asked not to be read for ten minutes");
}

/// Autosaved as the page is shown again, hours later: the cookie may be Grace's by now.
#[test]
fn what_adas_page_asks_for_on_its_return_waits_until_it_is_known_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_cached();
    session.sleeps(60 * MINUTE);
    session.is_restored();
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(fetch), SUPERSEDED);
}

/// The same, where the request comes first: pages become visible before the event of the return.
#[test]
fn what_adas_page_asks_for_before_it_is_told_of_its_return_waits_too() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_cached();
    session.sleeps(60 * MINUTE);
    session.shows();
    is_held(&mut session);
}

#[test]
fn a_read_that_permissions_overtook_and_that_finds_another_holds_requests() {
    let mut session = Session::that_read(session_of(ADA));
    session.read();
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.reads(session_of(GRACE));
    assert!(session.is_reading());
    is_held(&mut session);
}

/// The page goes on after an engine that was lost, with what that one had shown.
#[test]
fn what_is_asked_for_before_it_is_known_who_is_there_is_hers_whom_an_earlier_engine_showed() {
    let mut session = Session::new(Policy::default());
    session.starts_after(Before { user: Some(ADA.id), ..Before::default() });
    session.hears(TabMessage::SignedIn);
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(fetch), SUPERSEDED);
}

#[test]
fn a_role_change_does_not_supersede_adas_own_requests_while_the_deployment_is_busy() {
    let mut session = Session::that_read(session_of(ADA));
    session.read();
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.reads(session_of(ADA_AS_EXPERT));
    assert!(session.is_reading());
    session.fails_to_read(busy_for(600_000));
    session.passes(MINUTE);
    assert_eq!(session.user(), Some(1));
    let fetch = session.fetch();
    assert_ne!(session.outcome(fetch), Some(Err(Code::Superseded)));
}

#[test]
fn a_role_change_does_not_supersede_adas_own_requests_where_the_network_fails() {
    let mut session = Session::that_read(session_of(ADA));
    session.read();
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.reads(session_of(ADA_AS_EXPERT));
    let fetch = session.fetch();
    session.fails_to_read(network());
    assert_ne!(session.outcome(fetch), Some(Err(Code::Superseded)));
}

/// Somebody else may have signed in there, however the window ended.
#[test]
fn what_adas_page_asks_for_once_a_sign_in_window_is_gone_waits_until_it_is_known_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.opens_a_sign_in_window();
    let meanwhile = session.fetch();
    assert!(session.under_way(Request::Fetch(meanwhile)).is_some());
    session.loses_its_sign_in_window();
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(fetch), SUPERSEDED);
}

/// The browser may have Grace's cookie before the page has the answer to her sign-in.
#[test]
fn what_adas_page_asks_for_while_a_sign_in_is_under_way_waits_until_it_is_known_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    let fetch = is_held(&mut session);
    let permissions = session.refresh_permissions();
    assert!(session.under_way(Request::Permissions).is_none());
    session.signs_in(sign_in_of(GRACE));
    session.reads(session_of(GRACE));
    for call in [fetch, permissions] {
        assert_eq!(session.outcome(call), SUPERSEDED);
    }
}

#[test]
fn what_adas_page_asks_for_while_she_signs_in_anew_or_is_refused_is_sent_after_it() {
    let ends: [fn(&mut Session); 2] =
        [|session| session.signs_in(sign_in_of(ADA)), |session| session.fails_to_sign_in(status(401))];
    for ends in ends {
        let mut session = Session::that_read(session_of(ADA));
        session.login();
        let fetch = is_held(&mut session);
        ends(&mut session);
        session.reads(session_of(ADA));
        assert!(session.under_way(Request::Fetch(fetch)).is_some());
    }
}

/// They would wait for a read, and the deployment has asked not to be read yet.
#[test]
fn what_adas_page_asks_for_while_a_sign_in_is_under_way_reads_nothing_before_the_deployment_may_be_asked() {
    let mut session = reading_again_in_five_minutes();
    session.login();
    let (fetch, permissions) = (session.fetch(), session.refresh_permissions());
    for call in [fetch, permissions] {
        assert_eq!(session.outcome(call), SUPERSEDED);
    }
    session.fails_to_sign_in(status(401));
    assert!(!session.is_reading());
    session.passes(4 * MINUTE);
    assert!(!session.is_reading());
}

/// The same, of what the engine asks for by itself.
#[test]
fn a_catalogue_that_comes_due_while_a_sign_in_is_under_way_is_asked_for_after_it() {
    let mut session = reading_again_in_five_minutes();
    session.happens(Event::CatalogueWatched(true));
    session.gets_roles(Err(network()));
    session.login();
    session.passes(MINUTE);
    assert!(session.under_way(Request::Roles).is_none());
    session.fails_to_sign_in(status(401));
    assert_eq!((session.is_reading(), session.under_way(Request::Roles).is_some()), (false, true));
}

fn reading_again_in_five_minutes() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.passes(MINUTE);
    session.gets_focus();
    session.fails_to_read(busy_for(300_000));
    session
}

/// It is nobody's, and the configuration is everybody's.
#[test]
fn what_is_asked_for_while_nobody_is_known_does_not_wait_for_a_sign_in() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_some());
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.sso_config();
    assert!(session.under_way(Request::SsoConfig).is_some());
}

/// By a request of the page's own, of which the engine hears nothing: Grace's cookie may be there.
#[test]
fn after_a_reauthentication_a_users_request_waits_for_the_read() {
    let (mut session, _) = reauthenticating();
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!((session.outcome(fetch), session.user()), (SUPERSEDED, Some(2)));
}

/// Grace's answer came as the page was in the back/forward cache: nobody has seen her, and the page is still Ada's.
#[test]
fn a_sign_in_that_the_cache_came_between_makes_nobody_the_owner_of_a_request() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    session.is_cached();
    session.is_restored();
    session.signs_in(sign_in_of(GRACE));
    let fetch = is_held(&mut session);
    session.reads(session_of(GRACE));
    assert_eq!((session.outcome(fetch), session.user()), (SUPERSEDED, Some(2)));
}
