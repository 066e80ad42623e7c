//! The worlds to explore, each about one concern, with small and with large bounds.

use super::browser::{Bounds, Browser};
use platform_session::api::login::TokenPolicy;
use platform_session::core::Policy;
use witness::action::Elsewhere;
use witness::{Action, Deed, Person, Setup, Start, TabIndex};

const SECOND: u64 = 1_000;
const DAY: u64 = 24 * 60 * 60 * SECOND;

const POLICY: Policy = Policy {
    token: TokenPolicy::Memory,
    on_focus: true,
    on_online: true,
    interval_ms: 0,
    min_interval_ms: 0,
    max_stale_ms: DAY,
    timeout_ms: 10 * SECOND,
    expiring_ms: 0,
    reauthenticates: false,
};

/// Longer than any timer that may fire at once (`browser.rs`).
const POLL: u64 = 400 * SECOND;
/// With `minIntervalMs` and polling.
const SPARING: Policy = Policy { min_interval_ms: 5 * SECOND, interval_ms: POLL, ..POLICY };

const SETUP: Setup = Setup {
    tabs: 2,
    start: Start::SignedIn,
    late: false,
    policy: POLICY,
    keeps_cookies: true,
    strict: false,
    keeps_answers: false,
    seed: 0,
};

const SIGNED_OUT: Setup = Setup { start: Start::Fresh(None), ..SETUP };
const ONE_PAGE: Setup = Setup { tabs: 1, ..SETUP };

/// Bounds for `cargo test`.
pub fn small() -> Vec<Browser> {
    browsers([
        (1, 1, 0, 5),
        (1, 1, 0, 5),
        (1, 1, 0, 5),
        (2, 0, 0, 3),
        (2, 0, 0, 5),
        (3, 0, 0, 5),
        (3, 0, 0, 5),
        (3, 0, 0, 5),
        (2, 1, 0, 5),
        (3, 2, 0, 5),
        (3, 0, 0, 5),
        (4, 0, 0, 5),
        (2, 1, 1, 5),
        (2, 0, 1, 5),
        (1, 1, 0, 5),
        (1, 0, 0, 3),
        (2, 0, 0, 3),
        (2, 1, 0, 5),
        (1, 0, 0, 4),
        (1, 0, 0, 3),
        (1, 0, 1, 4),
        (2, 1, 1, 4),
    ])
}

pub fn large() -> Vec<Browser> {
    browsers([
        (2, 0, 0, 3),
        (2, 0, 0, 3),
        (2, 0, 0, 4),
        (2, 1, 0, 3),
        (2, 1, 0, 3),
        (3, 1, 0, 5),
        (3, 1, 0, 5),
        (3, 1, 0, 5),
        (3, 1, 0, 5),
        (3, 2, 0, 5),
        (4, 0, 0, 5),
        (4, 1, 0, 5),
        (3, 0, 1, 5),
        (2, 1, 1, 5),
        (2, 1, 0, 3),
        (1, 0, 0, 5),
        (2, 0, 0, 4),
        (3, 1, 0, 5),
        (2, 0, 0, 3),
        (2, 0, 0, 4),
        (1, 1, 1, 4),
        (4, 0, 1, 4),
    ])
}

/// `bounds`, for each world: turns, losses, spans, and how many messages may be under way at once.
fn browsers(bounds: [(u8, u8, u8, usize); 22]) -> Vec<Browser> {
    // The smallest worlds first: they find most defects.
    let browsers = [
        Browser { name: "signing in and out in two tabs", ..browser(SETUP, CREDENTIALS) },
        Browser {
            name: "signing in and out in two tabs, where the browser keeps no cookie",
            ..browser(Setup { keeps_cookies: false, ..SETUP }, CREDENTIALS)
        },
        Browser {
            name: "tabs that are cached, frozen, hidden and closed",
            changes: &[Action::Expire],
            ..browser(SETUP, &[Deed::SignOut, Deed::Leave, Deed::Go, Deed::Freeze, Deed::Hide, Deed::Look])
        },
        Browser {
            name: "a tab that is closed during its sign-out",
            ..browser(SETUP, &[Deed::SignOut, Deed::Go])
        },
        Browser {
            name: "requests of one tab while a user signs in on another",
            ..browser(SETUP, &[Deed::SignIn(Person::Grace), FETCH])
        },
        Browser { name: "requests of a page on its return", ..browser(ONE_PAGE, RETURNING) },
        Browser { name: "calls that are aborted, and a session that closes", ..browser(ONE_PAGE, CALLS) },
        Browser {
            name: "requests, and reauthenticate",
            changes: &[Action::Expire, Action::Deactivate],
            ..browser(reauthenticating(ONE_PAGE), REQUESTS)
        },
        Browser {
            name: "requests, and reauthenticate, with a strict deployment and no cookie",
            changes: &[Action::Expire, Action::ChangeFeatures],
            ..browser(Setup { keeps_cookies: false, strict: true, ..reauthenticating(ONE_PAGE) }, REQUESTS)
        },
        Browser {
            name: "a sign-out that fails, and messages of other tabs",
            changes: &[
                Action::Hears(TabIndex(0), Elsewhere::SignsIn),
                Action::Hears(TabIndex(0), Elsewhere::Changes),
            ],
            ..browser(ONE_PAGE, &[Deed::SignOut, Deed::Focus])
        },
        Browser {
            name: "answers that overtake one another",
            changes: &[Action::ChangeFeatures, Action::ChangeRole],
            ..browser(ONE_PAGE, &[Deed::Permissions, Deed::Read, Deed::SignIn(Person::Ada)])
        },
        Browser {
            name: "a read of another user that is overtaken",
            ..browser(ONE_PAGE, &[Deed::SignInElsewhere(Person::Grace), Deed::Read, Deed::Permissions, FETCH])
        },
        Browser {
            name: "time, and a page that goes offline",
            changes: &[Action::ChangeRole, Action::Sleeps(DAY)],
            spans: &[30 * SECOND, DAY],
            ..browser(with(ONE_PAGE, Policy { max_stale_ms: 20 * SECOND, ..POLICY }), AWAY)
        },
        Browser {
            name: "minIntervalMs, and polling",
            changes: &[Action::Expire, Action::ChangeFeatures],
            spans: &[POLL],
            ..browser(with(Setup { tabs: 1, ..SIGNED_OUT }, SPARING), LOOKING)
        },
        Browser {
            name: "two tabs that have just begun",
            changes: &[Action::Deactivate],
            ..browser(SIGNED_OUT, &[Deed::SignIn(Person::Ada), Deed::SignOut, Deed::Permissions])
        },
        Browser {
            name: "a sign-out in three tabs",
            changes: &[Action::ChangeRole],
            spans: &[10 * SECOND],
            ..browser(Setup { tabs: 3, ..SETUP }, &[Deed::SignOut])
        },
        Browser {
            name: "reauthenticate in one tab, and messages of another",
            changes: &[Action::Expire],
            ..browser(
                reauthenticating(SETUP),
                &[FETCH, Deed::SignIn(Person::Ada), Deed::SignIn(Person::Grace), Deed::SignOut],
            )
        },
        Browser {
            name: "an engine that runs late",
            changes: &[Action::Hears(TabIndex(0), Elsewhere::SignsOut)],
            ..browser(Setup { start: Start::Fresh(Some(Person::Ada)), late: true, ..ONE_PAGE }, BEFORE)
        },
        Browser {
            name: "two tabs with engines that run late",
            ..browser(
                Setup { start: Start::Fresh(Some(Person::Ada)), late: true, ..SETUP },
                &[Deed::SignOut, Deed::SignIn(Person::Grace), FETCH],
            )
        },
        Browser {
            name: "the option initial",
            changes: &[Action::Deactivate, Action::ChangeRole],
            ..browser(Setup { start: Start::Initial(Some(Person::Ada)), ..SETUP }, BEFORE)
        },
        Browser {
            name: "a session that the document has preloaded",
            spans: &[SECOND / 2, 2 * SECOND],
            ..browser(Setup { start: Start::Preloaded, ..SETUP }, &[Deed::SignOut, FETCH])
        },
        Browser {
            name: "a service worker that keeps answers",
            spans: &[10 * SECOND],
            ..browser(
                Setup { keeps_answers: true, ..ONE_PAGE },
                &[Deed::SignOut, Deed::SignIn(Person::Grace), Deed::Refresh],
            )
        },
    ];
    let mut bounded: Vec<_> = browsers.into_iter().zip(bounds).collect();
    for (browser, (turns, losses, passes, in_flight)) in &mut bounded {
        browser.bounds = Bounds { turns: *turns, losses: *losses, passes: *passes, in_flight: *in_flight };
    }
    bounded.into_iter().map(|(browser, _)| browser).collect()
}

const FETCH: Deed = Deed::Fetch { replayable: true, keepalive: false };
const CREDENTIALS: &[Deed] = &[
    Deed::SignIn(Person::Ada),
    Deed::SignIn(Person::Grace),
    Deed::SignOut,
    Deed::Refresh,
    Deed::Permissions,
];
const LOOKING: &[Deed] = &[Deed::Focus, Deed::Hide, Deed::Permissions, FETCH, Deed::SignIn(Person::Ada)];
const REQUESTS: &[Deed] = &[
    FETCH,
    Deed::Permissions,
    Deed::SignIn(Person::Ada),
    Deed::SignIn(Person::Grace),
    Deed::SignInElsewhere(Person::Grace),
    Deed::SignOut,
];
const AWAY: &[Deed] =
    &[Deed::SignIn(Person::Ada), Deed::SignOut, Deed::Offline, Deed::Hide, Deed::Focus, Deed::Leave];
const RETURNING: &[Deed] =
    &[Deed::Leave, FETCH, Deed::SignIn(Person::Grace), Deed::SignInElsewhere(Person::Grace), Deed::SignOut];
const BEFORE: &[Deed] =
    &[Deed::SignIn(Person::Grace), Deed::SignOut, Deed::Refresh, FETCH, Deed::Permissions, Deed::Leave];
const CALLS: &[Deed] = &[
    Deed::SignIn(Person::Grace),
    Deed::SignOut,
    Deed::Read,
    Deed::Roles,
    Deed::Fetch { replayable: false, keepalive: true },
    Deed::Abort(0),
    Deed::Close,
];

const fn browser(setup: Setup, deeds: &'static [Deed]) -> Browser {
    let bounds = Bounds { turns: 0, losses: 0, passes: 0, in_flight: 0 };
    Browser { name: "", setup, bounds, deeds, changes: &[], spans: &[] }
}

const fn with(setup: Setup, policy: Policy) -> Setup {
    Setup { policy, ..setup }
}

const fn reauthenticating(setup: Setup) -> Setup {
    with(setup, Policy { reauthenticates: true, ..POLICY })
}
