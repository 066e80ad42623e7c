//! What was asked in an older epoch is not believed, whatever it says and however late it comes (promise 2), and what came with a
//! sign-in goes with it.

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NO_SESSION, catalogue, network, permissions_of, session_of,
    sign_in_of, status,
};
use super::harness::{ELSEWHERE, HOUR, Session};
use crate::api::{Failure, SessionAnswer};
use crate::core::{Answer, RequestId, TabMessage};

/// What happens, in words and in deed.
type Way = (&'static str, fn(&mut Session));

fn is_read(session: &mut Session, answer: SessionAnswer) {
    session.refresh();
    session.reads(answer);
}

const ENDS: [Way; 9] = [
    ("the same user's sign-in", |session| {
        session.login();
        session.signs_in(sign_in_of(ADA));
    }),
    ("another user's sign-in", |session| {
        session.login();
        session.signs_in(sign_in_of(GRACE));
    }),
    ("another user, found by a read", |session| is_read(session, session_of(GRACE))),
    ("no session, found by a read", |session| is_read(session, NO_SESSION)),
    ("a deactivation", |session| is_read(session, DEACTIVATED)),
    ("a sign-out", |session| _ = session.logout()),
    ("a sign-out elsewhere", |session| session.receives(TabMessage::SignedOut(ELSEWHERE))),
    ("its day", |session| {
        session.sleeps(24 * HOUR);
        session.wakes();
    }),
    ("a close", Session::closes),
];

const OTHERS: [Way; 8] = [
    ("the same user, found by a read", |session| is_read(session, session_of(ADA))),
    ("another role", |session| is_read(session, session_of(ADA_AS_EXPERT))),
    ("a read that failed", |session| {
        session.refresh();
        session.fails_to_read(network());
    }),
    ("most of its day", |session| session.passes(23 * HOUR)),
    ("a change elsewhere", |session| session.receives(TabMessage::Changed)),
    ("the way into the back/forward cache", Session::is_cached),
    ("a sign-in under way", |session| _ = session.login()),
    ("a sign-in that is refused", |session| {
        session.login();
        session.fails_to_sign_in(status(401));
    }),
];

#[test]
fn every_change_of_who_is_signed_in_drops_the_token_and_nothing_else_does() {
    for (way, ends) in ENDS {
        let mut session = Session::signed_in();
        ends(&mut session);
        assert_eq!(session.holds_token(), way.ends_with("sign-in"), "after {way}");
    }
    for (way, stays) in OTHERS {
        let mut session = Session::signed_in();
        stays(&mut session);
        assert!(session.holds_token(), "after {way}");
    }
}

/// Everything that can be asked, each with something to say that would show.
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
fn late_answers_change_nothing() {
    for (way, ends) in ENDS {
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
                session.is_answered_late(id, answer.clone());
                assert_eq!(session.view(), &before, "after {way}: {answer:?} to {id:?}");
            }
        }
    }
}
