//! Requests to the identity provider.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use openidconnect::http::Response;
use openidconnect::reqwest::{Client, Error as ReqwestError, redirect};
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

/// How long a request may take, including the connection.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The largest answer that is read.
const LIMIT: usize = 1024 * 1024;

/// An HTTP client that follows no redirects and has limits for time and size.
#[derive(Debug, Clone)]
pub(super) struct Transport(Client);

/// A request to the provider failed. The message does not contain what was sent.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    #[error(transparent)]
    Exchange(ReqwestError),
    #[error("the answer is larger than {LIMIT} bytes")]
    TooLarge,
    #[error("the answer cannot be taken over")]
    Malformed(#[from] openidconnect::http::Error),
}

impl Transport {
    /// `direct`: without the proxy that the environment may name.
    pub(super) fn new(direct: bool) -> Result<Self, TransportError> {
        let builder = Client::builder().redirect(redirect::Policy::none()).timeout(TIMEOUT);
        let builder = if direct { builder.no_proxy() } else { builder };
        Ok(Self(builder.build()?))
    }

    async fn exchange(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let mut answer = self.0.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if body.len().saturating_add(chunk.len()) > LIMIT {
                return Err(TransportError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        Ok(response.body(body)?)
    }
}

impl<'c> AsyncHttpClient<'c> for Transport {
    type Error = TransportError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, TransportError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.exchange(request))
    }
}

impl From<ReqwestError> for TransportError {
    fn from(error: ReqwestError) -> Self {
        Self::Exchange(error.without_url())
    }
}
