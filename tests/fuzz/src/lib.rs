//! What the fuzz targets share. `cargo fuzz list --fuzz-dir tests/fuzz` names them; each holds one decoder or
//! judge of `platform-session`, or the machine, to what it promises for every input there is.
//!
//! [`address`] holds what the judges of addresses are tried with. The machine is played in the world of `tests/witness`.

pub mod address;
