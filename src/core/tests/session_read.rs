//! What the answers to a session read mean (`identity-api.md` 4.2), and that anything else is a failure.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, network, session_of, status, timeout,
};
use super::harness::Session;
use crate::api::{Code, Failure};
use crate::core::{Policy, Reason, Request, Status};

#[test]
fn every_gate_is_closed_until_the_first_answer() {
    let session = Session::started();
    assert_eq!(session.status(), Status::Unknown);
    assert_eq!(session.sent(), [Request::Session]);
    assert!(!session.can("chat-history"));
}

#[test]
fn the_first_read_leaves_hidden_and_offline_as_well() {
    let mut session = Session::on_page(Policy::default(), false, false);
    session.starts();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn a_session_opens_the_gates_that_it_names_and_no_other() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    assert_eq!((session.status(), session.user()), (Status::Authenticated, Some(1)));
    assert!(session.can("chat-history"));
    for closed in ["report-analysis", "scrum-team-agent", "", "__proto__", "constructor"] {
        assert!(!session.can(closed), "{closed}");
    }
}

#[test]
fn no_session_is_unauthenticated() {
    let mut session = Session::started();
    session.reads(NO_SESSION);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::NoSession)));
    assert_eq!(session.error(), None);
}

#[test]
fn a_deactivated_account_is_unauthenticated_and_a_refresh_says_why() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    session.reads(DEACTIVATED);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::Deactivated)));
    assert_eq!(session.outcome(refresh), Some(Err(Code::AccountDeactivated)));
}

#[test]
fn a_session_that_is_gone_has_ended() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(NO_SESSION);
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::Ended)));
}

#[test]
fn a_failure_is_no_answer() {
    let invalid = Failure::invalid(200);
    let failures =
        [network(), timeout(), invalid, status(403), status(404), status(429), status(500), status(302)];
    for failure in failures {
        let mut session = Session::started();
        session.fails_to_read(failure);
        assert_eq!(session.status(), Status::Unknown, "{failure:?}");
        assert_eq!(session.view().error, Some(failure));

        let mut session = Session::that_read(session_of(ADA));
        session.refresh();
        session.fails_to_read(failure);
        assert_eq!(session.status(), Status::Authenticated, "{failure:?}");
    }
}

#[test]
fn a_role_change_shows_at_the_next_read_and_changes_what_changed() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(session_of(ADA_AS_EXPERT));
    assert_eq!(session.view().user.as_ref().unwrap().role.number(), super::answers::EXPERT);
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
}

#[test]
fn another_user_is_shown_in_one_publication() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
    assert_eq!(session.publications().len(), 1);
}

#[test]
fn an_answer_that_says_the_same_publishes_nothing() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.reads(session_of(ADA));
    assert_eq!(session.publications(), []);
}

#[test]
fn a_read_carries_no_bearer() {
    let mut session = Session::signed_in();
    session.gets_focus();
    assert!(session.holds_token());
    assert!(!session.under_way(Request::Session).unwrap().bearer);
}

#[test]
fn what_a_server_read_is_shown_at_once_and_the_newer_word_counts() {
    for (initial, user, reason) in [
        (session_of(ADA), Some(1), None),
        (NO_SESSION, None, Some(Reason::NoSession)),
        (DEACTIVATED, None, Some(Reason::Deactivated)),
    ] {
        let mut session = Session::new(Policy::default());
        session.starts_knowing(initial);
        assert_eq!(
            (session.user(), session.reason(), session.sent()),
            (user, reason, vec![Request::Session])
        );
        session.reads(session_of(ADA));
        assert_eq!((session.user(), session.publications().is_empty()), (Some(1), user.is_some()));
    }
}
