//! What was asked in an older epoch is not believed, whatever it says and however late it comes (promise 2). Where it is
//! dropped: `step.rs`, `answered` (reads, sign-ins, sign-outs); `rules/exchange.rs`, `exchange_answered` (permissions, roles).

use super::answers::{
    ADA, ADA_AS_EXPERT, DEACTIVATED, GRACE, NOBODY, catalogue, network, permissions_of, session_of,
    sign_in_of,
};
use super::harness::{ELSEWHERE, HOUR, Session};
use crate::core::{Answer, Event, RequestId, Stamp, TabMessage};

/// Everything that can be asked, each with something to say that would show.
fn answers() -> Vec<Answer> {
    vec![
        Answer::Session(Ok(session_of(ADA))),
        Answer::Session(Ok(session_of(GRACE))),
        Answer::Session(Ok(NOBODY)),
        Answer::Session(Ok(DEACTIVATED)),
        Answer::Session(Err(network())),
        Answer::Login(Ok(sign_in_of(ADA))),
        Answer::Login(Err(network())),
        Answer::Logout(Ok(())),
        Answer::Logout(Err(network())),
        Answer::Permissions(Ok(permissions_of(ADA))),
        Answer::Roles(Ok(catalogue())),
    ]
}

/// A way for an epoch to end, and what it is called.
type Way = (&'static str, fn(&mut Session));

/// Begins a read, a permission refresh and a catalogue read for Ada, then ends her epoch in the given way; the
/// requests that were under way.
fn after(ends: impl Fn(&mut Session)) -> (Session, Vec<RequestId>) {
    let mut session = Session::signed_in();
    session.refresh_permissions();
    session.roles();
    session.refresh();
    let older = session.in_flight().iter().map(|sent| sent.id).collect();
    ends(&mut session);
    (session, older)
}

#[test]
fn late_answers_change_nothing() {
    let ways: [Way; 5] = [
        ("a sign-in", |session| {
            session.login();
            session.signs_in(sign_in_of(GRACE));
        }),
        ("a sign-out", |session| {
            session.logout();
        }),
        ("a sign-out elsewhere", |session| session.hears(TabMessage::SignedOut(ELSEWHERE))),
        ("the token's end", |session| {
            session.sleeps(24 * HOUR);
            session.wakes();
        }),
        ("a close", |session| session.closes()),
    ];
    for (way, ends) in ways {
        let (_, older) = after(ends);
        for id in older {
            for answer in answers() {
                let (mut session, _) = after(ends);
                let before = session.view().clone();
                session.happens(Event::Answered { id, answer: answer.clone(), stamp: Stamp::default() });
                assert_eq!(session.view(), &before, "after {way}: {answer:?} to {id:?}");
            }
        }
    }
}

#[test]
fn every_change_of_who_is_signed_in_is_an_epoch() {
    let ways: [Way; 9] = [
        ("the same user's sign-in", |session| {
            session.login();
            session.signs_in(sign_in_of(ADA));
        }),
        ("somebody else's sign-in", |session| {
            session.login();
            session.signs_in(sign_in_of(GRACE));
        }),
        ("somebody else, found by a read", |session| session.reads(session_of(GRACE))),
        ("nobody, found by a read", |session| session.reads(NOBODY)),
        ("a deactivation", |session| session.reads(DEACTIVATED)),
        ("a sign-out", |session| {
            session.logout();
        }),
        ("a sign-out elsewhere", |session| session.hears(TabMessage::SignedOut(ELSEWHERE))),
        ("the token's end", |session| session.passes(24 * HOUR)),
        ("a close", |session| session.closes()),
    ];
    for (way, ends) in ways {
        let (mut session, _) = after(|_| {});
        let before = session.epoch();
        ends(&mut session);
        assert!(session.epoch() > before, "after {way}");
    }
}

#[test]
fn whoever_is_still_signed_in_begins_no_epoch() {
    let ways: [Way; 4] = [
        ("the same user, found by a read", |session| session.reads(session_of(ADA))),
        ("another role", |session| session.reads(session_of(ADA_AS_EXPERT))),
        ("a read that failed", |session| session.fails_to_read(network())),
        ("a change elsewhere", |session| session.hears(TabMessage::Changed)),
    ];
    for (way, stays) in ways {
        let (mut session, _) = after(|_| {});
        let before = session.epoch();
        stays(&mut session);
        assert_eq!(session.epoch(), before, "after {way}");
    }
}
