//! A closed session: every call ended, nothing under way, nothing begun.

use super::answers::{ADA, NOBODY, session_of};
use super::harness::{HOUR, Session};
use super::unauthorized::that_can_reauthenticate;
use crate::api::{Code, Failure};
use crate::core::{Effect, TabMessage, View};

#[test]
fn a_closed_session_knows_nothing_and_its_gates_are_closed() {
    let mut signing_out = Session::signed_in();
    signing_out.logout();
    let mut asked = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = asked.fetch();
    asked.gets_response(fetch, 401);
    asked.reads(NOBODY);
    for mut session in [Session::signed_in(), signing_out, asked] {
        session.closes();
        let (error, identity) = (Some(Failure::of(Code::Closed)), session.view().identity);
        let closed = View { error, identity, ..View::unknown() };
        assert_eq!(session.view(), &closed);
        assert_eq!(session.publications().len(), 1, "it says so once");
        assert_eq!(session.session_events(), [], "nobody has signed in or out");
        assert!(!session.holds_token());
        session.logout();
        assert_eq!((session.view(), session.publications()), (&closed, vec![]));
    }
}

#[test]
fn nothing_begins_any_more_and_every_call_is_refused() {
    let mut session = Session::signed_in();
    session.closes();
    session.passes(30 * HOUR);
    let happens: [fn(&mut Session); 5] = [
        Session::gets_focus,
        Session::comes_online,
        Session::is_restored,
        |session| session.hears(TabMessage::SignedIn),
        |session| session.reauthenticates(true),
    ];
    for happens in happens {
        happens(&mut session);
        assert_eq!((session.effects(), session.wakes_in_ms()), (&[] as &[Effect], None));
    }
    let calls = [
        session.login(),
        session.logout(),
        session.refresh(),
        session.read(),
        session.refresh_permissions(),
        session.roles(),
        session.sso_config(),
        session.fetch(),
    ];
    assert!(calls.into_iter().all(|call| session.outcome(call) == Some(Err(Code::Closed))));
    assert_eq!(session.in_flight(), []);
}
