//! Request bodies: JSON objects of limited size, read within a limited time.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use mime::Mime;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::error::ApiError;

/// Largest body that an API endpoint reads.
const LIMIT: usize = 64 * 1024;
/// A body over the limit is still read up to this size, and dropped: a client that gets its answer while it still writes may find the
/// connection closed before it reads the answer.
const DRAINED: usize = 16 * 1024 * 1024;
const DEADLINE: Duration = Duration::from_secs(10);

const TOO_LARGE: ApiError =
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", "The request body is too large.");
const NOT_JSON: ApiError = ApiError::new(
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    "unsupported_media_type",
    "The request body must be application/json.",
);
const SLOW: ApiError =
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "timeout", "The request body did not arrive in time.");
const BROKEN: ApiError = ApiError::bad_request("body_incomplete", "The request body did not arrive whole.");
const MALFORMED: ApiError = ApiError::bad_request("malformed_json", "The request body is not a JSON object.");

/// A JSON object sent as `application/json`; `None` without a body. The handlers check its fields.
pub(crate) struct JsonObject(pub(crate) Option<Map<String, Value>>);

impl<S: Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = read(&parts.headers, body, LIMIT).await?;
        if bytes.is_empty() {
            return Ok(Self(None));
        }
        if !is_json(&parts.headers) {
            return Err(NOT_JSON);
        }
        serde_json::from_slice(&bytes).map(|object| Self(Some(object))).map_err(|_| MALFORMED)
    }
}

/// The whole body, if it is at most `limit` bytes and arrives in time.
pub(crate) async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, ApiError> {
    if declared_length(headers).is_some_and(|length| length > DRAINED.max(limit)) {
        return Err(TOO_LARGE);
    }
    timeout(DEADLINE, collect(body, limit)).await.unwrap_or(Err(SLOW))
}

async fn collect(mut body: Body, limit: usize) -> Result<Bytes, ApiError> {
    let mut body_bytes = BytesMut::new();
    let mut length: usize = 0;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| BROKEN)?.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length <= limit {
            body_bytes.extend_from_slice(&data);
        } else if length > DRAINED.max(limit) {
            break;
        }
    }
    if length > limit { Err(TOO_LARGE) } else { Ok(body_bytes.freeze()) }
}

fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.and_then(|text| text.parse::<Mime>().ok()).is_some_and(|mime| {
        mime.type_() == mime::APPLICATION
            && (mime.subtype() == mime::JSON || mime.suffix() == Some(mime::JSON))
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use futures_util::stream;

    use super::*;

    async fn object(
        content_type: Option<&str>,
        body: impl Into<Body>,
    ) -> Result<Option<Map<String, Value>>, ApiError> {
        let mut request = Request::builder();
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        JsonObject::from_request(request.body(body.into()).unwrap(), &()).await.map(|object| object.0)
    }

    #[tokio::test]
    async fn only_json_objects_are_taken() {
        for content_type in ["application/json", "Application/JSON; charset=utf-8", "application/vnd.x+json"]
        {
            assert_eq!(object(Some(content_type), r#"{"a":1}"#).await.unwrap().unwrap().len(), 1);
        }
        for content_type in [None, Some(""), Some("text/plain"), Some("application/x-www-form-urlencoded")] {
            assert_eq!(object(content_type, r#"{"a":1}"#).await.unwrap_err(), NOT_JSON, "{content_type:?}");
        }
        for malformed in ["{", r#"["a","b"]"#, "null", "1", "\"a\"", "{} {}", "{\"a\":\"\\ud800\"}"] {
            assert_eq!(
                object(Some("application/json"), malformed).await.unwrap_err(),
                MALFORMED,
                "{malformed}"
            );
        }
        let deep = "[".repeat(10_000);
        assert_eq!(object(Some("application/json"), format!("{{\"a\":{deep}")).await.unwrap_err(), MALFORMED);
    }

    #[tokio::test]
    async fn an_absent_body_needs_no_content_type() {
        assert_eq!(object(None, "").await.unwrap(), None);
        assert_eq!(object(Some("application/json"), "").await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_body_over_the_limit_is_refused_by_its_size_or_its_content_length() {
        let exact = format!(r#"{{"a":"{}"}}"#, "x".repeat(LIMIT - 8));
        assert!(object(Some("application/json"), exact.clone()).await.is_ok());
        assert_eq!(object(Some("application/json"), exact + " ").await.unwrap_err(), TOO_LARGE);

        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_LENGTH, (DRAINED + 1).into());
        assert_eq!(read(&headers, Body::empty(), LIMIT).await.unwrap_err(), TOO_LARGE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_arrives_times_out_and_a_broken_one_is_incomplete() {
        let never = Body::from_stream(stream::pending::<Result<Bytes, io::Error>>());
        assert_eq!(read(&HeaderMap::new(), never, LIMIT).await.unwrap_err(), SLOW);
        let broken = Body::from_stream(stream::once(async { Err::<Bytes, _>(io::Error::other("cut")) }));
        assert_eq!(read(&HeaderMap::new(), broken, LIMIT).await.unwrap_err(), BROKEN);
    }
}
