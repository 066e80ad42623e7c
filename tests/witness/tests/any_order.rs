//! Checks the rules in random orders of events, the same ones every time. More or other ones: `PROPTEST_CASES=1000000 PROPTEST_RNG_SEED=1 cargo test -p witness`.
//! A case that has failed is stored beside this file, and is tried first.

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};
use witness::script::play;

const CASES: u32 = 20_000;
const SEED: u64 = 20_260_101;

/// The settings of the environment, or else the above.
fn config() -> Config {
    /// The default of proptest, if the environment sets nothing.
    const DEFAULT_CASES: u32 = 256;
    let chosen = Config::default();
    Config {
        cases: if chosen.cases == DEFAULT_CASES { CASES } else { chosen.cases },
        rng_seed: if chosen.rng_seed == RngSeed::Random { RngSeed::Fixed(SEED) } else { chosen.rng_seed },
        failure_persistence: chosen
            .failure_persistence
            .and(Some(Box::new(FileFailurePersistence::WithSource("regressions")))),
        ..chosen
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_promises_hold_in_any_order(options: u32, draws in prop::collection::vec(any::<u32>(), 1..80)) {
        if let Err(broken) = play(options, &draws) {
            panic!("{broken}");
        }
    }
}
