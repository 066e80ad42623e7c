//! Authentication: passwords, access tokens, the session cookie, and the caller of a request.

pub(crate) mod caller;
pub(crate) mod channel;
pub(crate) mod cookie;
pub(crate) mod cookies;
pub(crate) mod credential;
mod hasher;
mod hashing;
pub(crate) mod password;
pub(crate) mod sign_in;
pub(crate) mod token;
pub(crate) mod wrong_passwords;
