//! The state machine in the world of `tests/witness`: any events, in any order and at any time.

#![no_main]

use libfuzzer_sys::fuzz_target;
use witness::script::play;

fuzz_target!(|script: (u32, Vec<u32>)| {
    let (options, draws) = script;
    if let Err(broken) = play(options, &draws) {
        panic!("{broken}");
    }
});
