//! What follows from the answer to a session read (`identity-api.md` 4.2), and from a failure.

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
fn the_first_read_is_sent_on_a_hidden_and_offline_page_too() {
    let mut session = Session::with_page(Policy::default(), false, false);
    session.start();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn an_answer_without_a_user_is_unauthenticated_with_its_reason() {
    for (first, later, reason) in [
        (None, NO_SESSION, Reason::NoSession),
        (Some(session_of(ADA)), NO_SESSION, Reason::Ended),
        (Some(session_of(ADA)), DEACTIVATED, Reason::Deactivated),
    ] {
        let mut session = Session::started();
        first.into_iter().for_each(|first| session.answer_read(first));
        let refresh = session.refresh();
        let is_deactivated = later == DEACTIVATED;
        session.answer_read(later);
        assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(reason)));
        let refused = Some(Err(Code::AccountDeactivated));
        assert_eq!((session.outcome(refresh) == refused, session.error()), (is_deactivated, None));
    }
}

#[test]
fn a_failed_read_leaves_the_status_as_it_was() {
    let invalid = Failure::invalid(200);
    let failures =
        [network(), timeout(), invalid, status(403), status(404), status(429), status(500), status(302)];
    for failure in failures {
        let mut session = Session::started();
        session.fail_read(failure);
        assert_eq!(session.status(), Status::Unknown, "{failure:?}");
        assert_eq!(session.view().error, Some(failure));

        let mut session = Session::after_read(session_of(ADA));
        session.refresh();
        session.fail_read(failure);
        assert_eq!(session.status(), Status::Authenticated, "{failure:?}");
    }
}

#[test]
fn initial_is_shown_at_once_and_replaced_by_the_first_read() {
    for (initial, user, reason) in [
        (session_of(ADA), Some(1), None),
        (NO_SESSION, None, Some(Reason::NoSession)),
        (DEACTIVATED, None, Some(Reason::Deactivated)),
    ] {
        let mut session = Session::new(Policy::default());
        session.start_with_initial(initial);
        assert_eq!(
            (session.user(), session.reason(), session.sent()),
            (user, reason, vec![Request::Session])
        );
        session.answer_read(session_of(ADA));
        assert_eq!((session.user(), session.publications().is_empty()), (Some(1), user.is_some()));
    }
}
