//! Epochs: answers to requests of an older epoch are ignored, however late they come, and the token is dropped with its epoch.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, catalogue, network, permissions_of, session_of,
    sign_in_of, status,
};
use super::harness::{ELSEWHERE, HOUR, Session};
use crate::api::{Failure, SessionAnswer};
use crate::core::{Answer, RequestId, TabMessage};

/// The name of a case, and what it does to the session.
type Case = (&'static str, fn(&mut Session));

fn answer_refresh(session: &mut Session, answer: SessionAnswer) {
    session.refresh();
    session.answer_read(answer);
}

/// Events that begin a new epoch.
const ENDS: [Case; 9] = [
    ("the same user's sign-in", |session| {
        session.login();
        session.answer_sign_in(sign_in_of(ADA));
    }),
    ("another user's sign-in", |session| {
        session.login();
        session.answer_sign_in(sign_in_of(GRACE));
    }),
    ("another user, found by a read", |session| answer_refresh(session, session_of(GRACE))),
    ("no session, found by a read", |session| answer_refresh(session, NO_SESSION)),
    ("a deactivation", |session| answer_refresh(session, DEACTIVATED)),
    ("a sign-out", |session| _ = session.logout()),
    ("a sign-out elsewhere", |session| session.receive(TabMessage::SignedOut(ELSEWHERE))),
    ("its day", |session| {
        session.sleep(24 * HOUR);
        session.fire_timer();
    }),
    ("a close", Session::close),
];

/// Events that do not begin a new epoch.
const OTHERS: [Case; 8] = [
    ("the same user, found by a read", |session| answer_refresh(session, session_of(ADA))),
    ("another role", |session| answer_refresh(session, session_of(ADA_AS_EXPERT))),
    ("a read that failed", |session| {
        session.refresh();
        session.fail_read(network());
    }),
    ("most of its day", |session| session.pass_time(23 * HOUR)),
    ("a change elsewhere", |session| session.receive(TabMessage::Changed)),
    ("the way into the back/forward cache", Session::enter_cache),
    ("a sign-in under way", |session| _ = session.login()),
    ("a sign-in that is refused", |session| {
        session.login();
        session.fail_sign_in(status(401));
    }),
];

#[test]
fn a_change_of_the_signed_in_user_drops_the_token_and_other_events_keep_it() {
    for (case, ends) in ENDS {
        let mut session = Session::signed_in();
        ends(&mut session);
        assert_eq!(session.holds_token(), case.ends_with("sign-in"), "after {case}");
    }
    for (case, stays) in OTHERS {
        let mut session = Session::signed_in();
        stays(&mut session);
        assert!(session.holds_token(), "after {case}");
    }
}

/// An answer of each kind, which would change what is shown.
fn answers() -> Vec<Result<Answer, Failure>> {
    vec![
        Ok(Answer::Session(session_of(ADA))),
        Ok(Answer::Session(NO_SESSION)),
        Err(network()),
        Ok(Answer::Login(sign_in_of(ADA))),
        Ok(Answer::Logout),
        Ok(Answer::Permissions(permissions_of(ADA))),
        Ok(Answer::Roles(catalogue())),
    ]
}

#[test]
fn answers_to_requests_of_an_older_epoch_change_nothing() {
    for (case, ends) in ENDS {
        let after = || {
            let mut session = Session::signed_in();
            session.refresh_permissions();
            session.roles();
            session.refresh();
            let older: Vec<RequestId> = session.in_flight().iter().map(|sent| sent.id).collect();
            ends(&mut session);
            (session, older)
        };
        for id in after().1 {
            for answer in answers() {
                let (mut session, _) = after();
                let before = session.view().clone();
                session.answer_to(id, answer.clone());
                assert_eq!(session.view(), &before, "after {case}: {answer:?} to {id:?}");
            }
        }
    }
}
