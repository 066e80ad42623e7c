//! The held token: for as long as the session that it came with, and no longer.

use super::answers::{
    ADA, DEACTIVATED, GRACE, NOBODY, network, session_of, sign_in_of, status, tokenless_sign_in_of,
};
use super::harness::{ELSEWHERE, HOUR, Session};
use crate::api::SessionAnswer;
use crate::core::TabMessage;

/// What happens, in words and in deed.
type Happening = (&'static str, fn(&mut Session));

fn is_read(session: &mut Session, answer: SessionAnswer) {
    session.refresh();
    session.reads(answer);
}

#[test]
fn whatever_ends_a_session_drops_its_token() {
    let ends: [Happening; 10] = [
        ("a sign-out", |session| {
            session.logout();
        }),
        ("a sign-out that fails", |session| {
            session.logout();
            session.fails_to_sign_out(network());
        }),
        ("its day", |session| session.passes(24 * HOUR)),
        ("its end at the deployment", |session| is_read(session, NOBODY)),
        ("a deactivation", |session| is_read(session, DEACTIVATED)),
        ("another user", |session| is_read(session, session_of(GRACE))),
        ("a sign-out elsewhere", |session| session.hears(TabMessage::SignedOut(ELSEWHERE))),
        ("a sign-in elsewhere", |session| session.hears(TabMessage::SignedIn)),
        ("a 401 beside the cookie", |session| {
            let call = session.fetch();
            session.gets_response(call, 401);
            session.reads(session_of(ADA));
        }),
        ("closing", Session::closes),
    ];
    for (what, end) in ends {
        let mut session = Session::signed_in();
        assert!(session.holds_token());
        end(&mut session);
        assert!(!session.holds_token(), "{what}");
    }
}

#[test]
fn what_ends_no_session_drops_no_token() {
    let others: [Happening; 7] = [
        ("a read that fails", |session| {
            session.refresh();
            session.fails_to_read(network());
        }),
        ("a read of the same user", |session| is_read(session, session_of(ADA))),
        ("most of its day", |session| session.passes(23 * HOUR)),
        ("a change elsewhere", |session| session.hears(TabMessage::Changed)),
        ("the way into the back/forward cache", Session::is_cached),
        ("a sign-in under way", |session| {
            session.login();
        }),
        ("a sign-in that is refused", |session| {
            session.login();
            session.fails_to_sign_in(status(401));
        }),
    ];
    for (what, happens) in others {
        let mut session = Session::signed_in();
        happens(&mut session);
        assert!(session.holds_token(), "{what}");
    }
}

#[test]
fn a_newer_sign_in_brings_its_own_token() {
    let mut session = Session::signed_in();
    session.login();
    session.signs_in(tokenless_sign_in_of(GRACE));
    assert!(!session.holds_token(), "the older one's is gone");
    session.login();
    session.signs_in(sign_in_of(GRACE));
    assert!(session.holds_token());
}
