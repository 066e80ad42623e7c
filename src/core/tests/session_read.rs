//! What the answers to a session read mean (`identity-api.md` 4.2), and that anything else is a failure.

use super::answers::{ADA, DEACTIVATED, NO_SESSION, network, session_of, status, timeout};
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
fn without_a_user_it_is_unauthenticated_for_its_reason() {
    for (first, later, reason) in [
        (None, NO_SESSION, Reason::NoSession),
        (Some(session_of(ADA)), NO_SESSION, Reason::Ended),
        (Some(session_of(ADA)), DEACTIVATED, Reason::Deactivated),
    ] {
        let mut session = Session::started();
        first.into_iter().for_each(|first| session.reads(first));
        let refresh = session.refresh();
        let is_deactivated = later == DEACTIVATED;
        session.reads(later);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(reason)));
        let refused = Some(Err(Code::AccountDeactivated));
        assert_eq!((session.outcome(refresh) == refused, session.error()), (is_deactivated, None));
    }
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
