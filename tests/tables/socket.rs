//! A player's socket.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::harness::Client;

pub struct Socket {
    pub inner: WebSocket<TcpStream>,
}

impl Socket {
    /// Opens a table's socket; `after` is the last number that the caller knows of.
    pub fn open(base: &str, table: &str, player: &Client, after: Option<i64>) -> Result<Socket, String> {
        let host = base.strip_prefix("http://").unwrap();
        let stream = TcpStream::connect(host).map_err(|error| error.to_string())?;
        // A silent socket is told `here` every fifteen seconds: this is for one that is dead.
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream.set_nodelay(true).unwrap();
        let after = after.map_or(String::new(), |after| format!("?after={after}"));
        let mut request = format!("ws://{host}{table}/socket{after}").into_client_request().unwrap();
        let token = format!("Bearer {}", player.token().unwrap_or_default());
        request.headers_mut().insert("Authorization", token.parse().unwrap());
        let (inner, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Socket { inner })
    }

    pub fn say(&mut self, message: &Value) {
        self.inner.send(Message::text(message.to_string())).unwrap();
    }

    /// Shows that its player is still there.
    pub fn stay(&mut self) {
        self.inner.send(Message::Ping("".into())).unwrap();
        while !matches!(self.inner.read().unwrap(), Message::Pong(_)) {}
    }

    /// The next message; nothing once the socket is closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.inner.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type.
    #[track_caller]
    pub fn until(&mut self, kind: &str) -> Value {
        loop {
            let told = self.next().unwrap_or_else(|| panic!("no `{kind}` before the end"));
            if told["type"] == kind {
                return told;
            }
        }
    }
}
