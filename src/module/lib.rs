//! The WebAssembly module that is shipped. It has all exports of `platform_session` to JavaScript, and no code of its own.

use platform_session as _;
