//! A deployment under test, and a client without cookies or kept connections.

use std::time::Duration;

use platform::{Bearer, Config, PASSWORD, Platform, Running, SESSION_COOKIE, Steering};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const ADA: &str = "ada@example.com";
pub const GRACE: &str = "grace@example.com";
pub const ROOT: &str = "root@example.com";
pub const MALLORY: &str = "mallory@example.com";

pub const SESSION: &str = "/api/auth/session";

/// How long a stop may take if no request is under way: less than the deployment's own grace time.
pub const PROMPTLY: Duration = Duration::from_secs(3);

pub const BOTH_MODES: [Bearer; 2] = [Bearer::Strict, Bearer::Cookie];

pub struct Deployment {
    pub running: Running,
    pub client: Client,
}

impl Deployment {
    /// Starts a deployment with the control paths and otherwise default settings.
    pub async fn start() -> Self {
        Self::with(Config { control: Steering::Loopback, ..Config::default() }).await
    }

    pub async fn bearer(bearer: Bearer) -> Self {
        Self::with(Config { bearer, control: Steering::Loopback, ..Config::default() }).await
    }

    pub async fn with(config: Config) -> Self {
        let running = Platform::start(config).await.unwrap();
        // A new connection each time: clients repeat a request by themselves if a used connection breaks.
        let client = Client::builder()
            .pool_max_idle_per_host(0)
            .redirect(reqwest::redirect::Policy::none())
            // Ends hanging requests. Longer than a full queue of passwords takes on a busy machine.
            .timeout(Duration::from_secs(120))
            .no_proxy()
            .build()
            .unwrap();
        Self { running, client }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.running.url()))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// Sends a sign-in with this body.
    pub async fn login(&self, body: Value) -> Response {
        self.post("/api/auth/login").json(&body).send().await.unwrap()
    }

    /// Signs in a seeded account, and returns its token.
    pub async fn sign_in(&self, email: &str) -> String {
        let answer = self.login(json!({ "email": email, "password": PASSWORD })).await;
        assert_eq!(answer.status(), StatusCode::OK);
        json(answer).await["access_token"].as_str().unwrap().to_owned()
    }

    /// Reads the session with `token` as bearer.
    pub async fn session(&self, token: &str) -> Response {
        self.get("/api/auth/session").bearer_auth(token).send().await.unwrap()
    }

    /// Sends a control request, which must succeed.
    pub async fn control(&self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.request(method, &format!("/_control/{path}")).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "/_control/{path}");
        json(answer).await
    }

    pub async fn change_account(&self, email: &str, change: Value) {
        self.control(Method::PUT, &format!("accounts/{email}"), change).await;
    }

    pub async fn faults(&self, rules: Value) {
        self.control(Method::PUT, "faults", rules).await;
    }
}

/// Where a request carries its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    Header,
    Cookie,
}

pub trait Carry {
    fn carrying(self, token: &str, carrier: Carrier) -> Self;
    fn session_cookie(self, token: &str) -> Self;
}

impl Carry for RequestBuilder {
    fn carrying(self, token: &str, carrier: Carrier) -> Self {
        match carrier {
            Carrier::Header => self.header(AUTHORIZATION, format!("Bearer {token}")),
            Carrier::Cookie => self.session_cookie(token),
        }
    }

    fn session_cookie(self, token: &str) -> Self {
        self.header(COOKIE, format!("{SESSION_COOKIE}={token}"))
    }
}

/// A fault rule for one session read.
pub fn session_fault(extra: Value) -> Value {
    let mut rule = json!({ "method": "GET", "path": SESSION, "times": 1 });
    rule.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    rule
}

pub async fn json(answer: Response) -> Value {
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
}

/// Sends these lines over a socket, with line ends and `Connection: close`, and returns the whole answer. For requests that HTTP clients do
/// not send.
pub async fn raw(deployment: &Deployment, lines: &[&[u8]], body: &str) -> String {
    let mut socket = TcpStream::connect(deployment.running.address()).await.unwrap();
    let mut request = [lines.join(b"\r\n".as_slice()), b"\r\nConnection: close\r\n\r\n".to_vec()].concat();
    request.extend_from_slice(body.as_bytes());
    socket.write_all(&request).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

/// The status of an answer of `raw`.
pub fn status_of(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap_or_default().parse().unwrap_or_default()
}

/// Checks status and body of an error answer.
pub async fn assert_error(answer: Response, status: u16, code: &str) {
    assert_eq!(answer.status().as_u16(), status, "{}", answer.url().path());
    let body = json(answer).await;
    assert_eq!(body["success"], false);
    assert_eq!(body["error"]["code"], code);
    assert!(body["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
}

/// The only cookie that an answer sets, with its attributes.
pub fn set_cookie(answer: &Response) -> Option<String> {
    let mut cookies = answer.headers().get_all(SET_COOKIE).iter();
    let cookie = cookies.next().map(|value| value.to_str().unwrap().to_owned());
    assert!(cookies.next().is_none(), "one cookie at most");
    cookie
}

pub fn assert_clears_cookie(answer: &Response) {
    let cookie = set_cookie(answer).expect("a cookie that clears");
    let (_, rest) = cookie.split_once('=').unwrap();
    assert!(rest.starts_with(';'), "{cookie}");
    assert!(cookie.contains("Max-Age=0") && cookie.contains("Path=/"), "{cookie}");
}
