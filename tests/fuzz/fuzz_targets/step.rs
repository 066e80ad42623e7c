//! The machine: any events in any order, at any time, with any answers.

#![no_main]

use fuzz::page;
use fuzz::script::Script;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|script: Script| page::play(&script));
