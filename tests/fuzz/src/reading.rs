//! A second reading of the deployment's answers, straight from the document, that shares no code with the
//! decoders: what [`crate::account`] must come to.

use crate::account::Account;
use crate::parsed_json::HALF_PAIR;
use platform_session::api::{Code, Failure};
use serde_json::{Value, json};

/// `identity-api.md` 4.2.
pub fn session(status: u16, body: Option<&Value>) -> Account {
    if status == 401 {
        return Ok(json!("deactivated"));
    }
    of_success(status, body, |body| match body.get("authenticated")? {
        Value::Bool(true) => identity(body.get("user")?),
        Value::Bool(false) => Some(json!("unauthenticated")),
        _ => None,
    })
}

/// `identity-api.md` 4.1.
pub fn login(status: u16, body: Option<&Value>) -> Account {
    match status {
        400 => return Err(Failure::answered(Code::MissingCredentials, 400)),
        401 => return Err(Failure::answered(Code::InvalidCredentials, 401)),
        403 => return Err(Failure::answered(Code::AccountDeactivated, 403)),
        _ => {}
    }
    of_success(status, body, |body| {
        says_success(body)?;
        body.get("access_token")?.as_str()?;
        let user = body.get("user")?;
        Some(json!({"identity": identity(user)?, "company": user.get("company").and_then(handle)}))
    })
}

/// `identity-api.md` 4.3.
pub fn permissions(status: u16, body: Option<&Value>) -> Account {
    of_success(status, body, |body| {
        says_success(body)?;
        let data = body.get("data")?;
        Some(json!({"role": handle(data.get("role")?)?, "features": features(data.get("features")?)?}))
    })
}

/// `identity-api.md` 4.4.
pub fn logout(status: u16, body: Option<&Value>) -> Account {
    of_success(status, body, |body| says_success(body).map(|()| Value::Null))
}

/// `identity-api.md` 4.5. Without a button no label is needed.
pub fn sso_config(status: u16, body: Option<&Value>) -> Account {
    of_success(status, body, |body| match (body.get("enabled")?, text(body, "buttonLabel")) {
        (Value::Bool(true), Some(_)) | (Value::Bool(false), _) => Some(Value::Null),
        _ => None,
    })
}

/// `identity-api.md` 4.7.
pub fn roles(status: u16, body: Option<&Value>) -> Account {
    of_success(status, body, |body| {
        says_success(body)?;
        handle(body.get("roles")?)
    })
}

fn of_success(status: u16, body: Option<&Value>, read: impl FnOnce(&Value) -> Option<Value>) -> Account {
    // identity-api.md 7, and what the public error codes say of the rest.
    let code = match status {
        200 => Code::InvalidResponse,
        401 => Code::Unauthenticated,
        403 => Code::Forbidden,
        404 => Code::NotSupported,
        429 => Code::RateLimited,
        _ if status / 100 == 5 => Code::ServerError,
        _ => Code::InvalidResponse,
    };
    let read = body.filter(|_| status == 200).and_then(read);
    read.ok_or(Failure { code, status: Some(status), retry_after_ms: None })
}

fn says_success(body: &Value) -> Option<()> {
    (body.get("success")? == &Value::Bool(true)).then_some(())
}

/// `identity-api.md` 2.1.
fn identity(user: &Value) -> Option<Value> {
    let read = json!({
        "id": integer(user, "id")?, "role": handle(user.get("role")?)?, "details": handle(user.get("details")?)?,
    });
    Some(json!({"user": read, "features": features(user.get("permissions")?)?}))
}

/// The number that the entry puts in the place of what it keeps (`pkg/engine/cache.ts`); 0: it was malformed.
fn handle(number: &Value) -> Option<Value> {
    features(number).filter(|number| *number != json!(0.0))
}

/// The number that the entry puts in their place (`pkg/entry/features.ts`).
fn features(number: &Value) -> Option<Value> {
    let whole = number
        .as_f64()
        .filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number))?;
    Some(json!(whole))
}

fn text<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    object.get(name)?.as_str().filter(|text| !text.contains(HALF_PAIR))
}

/// An integer that JavaScript holds exactly, in whatever notation.
fn integer(object: &Value, name: &str) -> Option<i64> {
    const LARGEST: u64 = (1 << 53) - 1;
    let number = object.get(name)?;
    let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST as f64);
    number.as_i64().or(whole.map(|number| number as i64)).filter(|integer| integer.unsigned_abs() <= LARGEST)
}
