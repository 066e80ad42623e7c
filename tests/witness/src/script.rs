//! Builds a world and a script of actions from numbers: property tests draw the numbers, fuzzers mutate them.

use super::action::{Action, Deed, Elsewhere, Fails};
use super::deployment::Person;
use super::wire::TabIndex;
use super::world::{Setup, Start, World};
use platform_session::api::login::TokenPolicy;
use platform_session::core::Policy;

/// One number of a script. Its four bytes are decoded to an action.
pub type Draw = u32;

/// Plays a script, after which the world must come to rest. `Err`: the broken rules, and the actions up to then.
pub fn play(options: Draw, draws: &[Draw]) -> Result<(), String> {
    let setup = setup(options);
    let mut world = World::new(setup);
    let mut actions = Vec::new();
    let report = |actions: &[Action], why: String| {
        let lines: Vec<_> = actions.iter().map(|action| format!("  {action:?}")).collect();
        format!("{setup:?}\n{}\n{why}", lines.join("\n"))
    };
    for draw in draws {
        let action = action(*draw);
        actions.push(action);
        world.act(action);
        if let Some(page) = world.pages.iter().find(|page| page.witness.broken.is_any()) {
            return Err(report(&actions, format!("{:?}\n{:?}", page.witness.broken, page.view())));
        }
    }
    world.check_rest().map_err(|unrest| report(&actions, format!("{unrest:?}")))
}

pub fn setup(options: Draw) -> Setup {
    let has = |bit: u32| options >> bit & 1 == 1;
    let policy = Policy {
        token: if has(0) && has(1) { TokenPolicy::Discard } else { TokenPolicy::Memory },
        on_focus: !(has(2) && has(3)),
        on_online: !(has(4) && has(5)),
        interval_ms: if has(6) && has(7) { 60_000 } else { 0 },
        min_interval_ms: if has(8) { 0 } else { 5_000 },
        max_stale_ms: if has(9) { 10_000 } else { 24 * 60 * 60 * 1_000 },
        timeout_ms: 10_000,
        expiring_ms: [5 * 60 * 1_000, 13 * 60 * 60 * 1_000, 0][(options >> 24) as usize % 3],
        reauthenticates: has(10),
    };
    let starts = [
        Start::SignedIn,
        Start::SignedIn,
        Start::Preloaded,
        Start::Fresh(None),
        Start::Fresh(Some(Person::Ada)),
        Start::Initial(Some(Person::Ada)),
        Start::Initial(None),
        Start::Fresh(Some(Person::Grace)),
    ];
    Setup {
        tabs: [1, 2, 2, 3][(options >> 11 & 3) as usize],
        start: starts[(options >> 13 & 7) as usize],
        late: has(20) && has(21),
        policy,
        keeps_cookies: !(has(16) && has(17)),
        strict: has(18) && has(19),
        keeps_answers: has(22) && has(23),
        seed: options >> 24,
    }
}

/// Decodes an action: the lowest byte says what happens, the second where on the wire or to which call, the third in which tab, and
/// the highest has the details.
pub fn action(draw: Draw) -> Action {
    let [what, place, which, more] = draw.to_le_bytes();
    let tab = TabIndex(which % 3);
    let person = if more % 3 == 0 { Person::Grace } else { Person::Ada };
    let span = || [0, 1, 500, 3_000, 5_000, 10_000, 60_000, 13 * 60 * 60 * 1_000][usize::from(more % 8)];
    let fails = || match more % 8 {
        0 => Fails::Timeout,
        1 => Fails::Invalid,
        2 => Fails::Forbidden,
        3 => Fails::Unavailable { retry_after_ms: Some(90_000) },
        4 => Fails::Network,
        _ => Fails::Unavailable { retry_after_ms: None },
    };
    match what {
        0..96 => Action::Arrives(place),
        96..104 => Action::Lost(place),
        104..108 => Action::BreaksOff(place),
        108..116 => Action::Fails(place, fails()),
        116..119 => Action::Hears(
            tab,
            [Elsewhere::SignsIn, Elsewhere::SignsOut, Elsewhere::Changes, Elsewhere::SignOutOver]
                [usize::from(more % 4)],
        ),
        119..121 => Action::Cached(place),
        121..136 => Action::Passes(span()),
        136..139 => Action::Sleeps(span()),
        139..143 => Action::ChangeRole,
        143..147 => Action::ChangeFeatures,
        147 => Action::Deactivate,
        148..152 => Action::Expire,
        _ => Action::Does(tab, deed(what, place, more, person)),
    }
}

fn deed(what: u8, place: u8, more: u8, person: Person) -> Deed {
    match what {
        152..164 => Deed::SignIn(person),
        164..168 => Deed::SignInElsewhere(person),
        168 => Deed::SignInWithNothing,
        169..182 => Deed::SignOut,
        182..186 => Deed::Refresh,
        186..189 => Deed::Read,
        189..194 => Deed::Permissions,
        194..196 => Deed::Roles,
        196..198 => Deed::SsoConfig,
        198..209 => Deed::Fetch { replayable: !more.is_multiple_of(4), keepalive: more.is_multiple_of(5) },
        209..213 => Deed::Abort(place),
        213..221 => Deed::Reauthenticated(more.is_multiple_of(2)),
        221 => Deed::Woken,
        222 => Deed::SignInWindow(more.is_multiple_of(2)),
        223..226 => Deed::Hide,
        226..229 => Deed::Show,
        229 => Deed::WatchCatalogue(!more.is_multiple_of(3)),
        230..232 => Deed::Focus,
        232..234 => Deed::Look,
        234..237 => Deed::Offline,
        237..240 => Deed::Online,
        240..243 => Deed::Freeze,
        243..246 => Deed::Thaw,
        246..249 => Deed::Leave,
        249..251 => Deed::Return,
        251 => Deed::ReturnUncut,
        252 => Deed::Close,
        253 => Deed::Go,
        // Each has an effect only once, on a page that waits for it.
        254 => Deed::Begin,
        _ => Deed::Run,
    }
}
