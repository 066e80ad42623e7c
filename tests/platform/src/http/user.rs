//! A user on the wire (`identity-api.md` 2.1).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::auth::token::Token;
use crate::store::accounts::{Account, Company, FeaturePermission};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct User<'a> {
    id: i64,
    email: &'a str,
    name: &'a str,
    user_type: &'a str,
    permissions: &'a BTreeMap<String, FeaturePermission>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<&'a Company>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_source: Option<&'a str>,
    token: Option<&'a str>,
}

impl<'a> User<'a> {
    /// The user as in the answer to a sign-in: with the company and the token.
    pub(super) fn at_sign_in(account: &'a Account, token: &'a Token) -> Self {
        let company = Some(&account.company);
        Self { company, auth_source: None, token: Some(token.as_str()), ..Self::in_session(account) }
    }

    /// The user as in the answer to a session read: with the authentication source, and `token` null.
    pub(super) fn in_session(account: &'a Account) -> Self {
        Self {
            id: account.id,
            email: &account.email,
            name: &account.name,
            user_type: &account.role,
            permissions: &account.features,
            company: None,
            auth_source: Some(&account.auth_source),
            token: None,
        }
    }
}
