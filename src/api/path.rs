//! Where the endpoints live (`identity-api.md` 1 and 4).

pub const LOGIN: &str = "/api/auth/login";
pub const SESSION: &str = "/api/auth/session";
pub const PERMISSIONS: &str = "/api/auth/permissions";
pub const LOGOUT: &str = "/api/auth/logout";
pub const SSO_CONFIG: &str = "/api/auth/sso/idp/config";
pub const SSO_LOGIN: &str = "/api/auth/sso/idp/login";
pub const ROLES: &str = "/api/roles";

/// The gateway's prefixes: the Chat, Agent Hub, Networks and Data APIs (`identity-api.md` 1).
pub static PREFIXES: [&str; 4] = ["/api/", "/agent-hub-api/", "/networks-api/", "/data-api/"];
