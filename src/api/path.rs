//! The paths of the endpoints (`identity-api.md` 1 and 4).

pub const LOGIN: &str = "/api/auth/login";
pub const SESSION: &str = "/api/auth/session";
pub const PERMISSIONS: &str = "/api/auth/permissions";
pub const LOGOUT: &str = "/api/auth/logout";
pub const SSO_CONFIG: &str = "/api/auth/sso/idp/config";
pub const SSO_LOGIN: &str = "/api/auth/sso/idp/login";
pub const ROLES: &str = "/api/roles";
