//! What the fuzz targets share. `cargo fuzz list --fuzz-dir tests/fuzz` names them; each holds one decoder or
//! judge of `platform-session`, or the machine, to what it promises for every input there is.
//!
//! [`http_answer`] is the input of the decoders, and [`parsed_json`] what their parser leaves of it; [`mutation`]
//! changes it as a document; [`reading`] reads it a second time, independently, and [`account`] writes down what
//! the decoders made of it, for the two to be compared. [`address`] is the ground that the judges of addresses are
//! tried on. The machine is played in the world of `tests/witness`.

pub mod account;
pub mod address;
pub mod http_answer;
pub mod mutation;
pub mod parsed_json;
pub mod reading;
