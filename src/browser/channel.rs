//! Messages between the tabs of one origin, by `BroadcastChannel`.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{BroadcastChannel, MessageEvent};

/// An open channel; closed when dropped.
pub struct Channel {
    channel: BroadcastChannel,
    _hear: Closure<dyn FnMut(MessageEvent)>,
}

impl Channel {
    /// `None` where the browser has no channels, or refuses them here.
    pub fn open(name: &str, mut hear: impl FnMut(String) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(name).ok()?;
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                hear(text);
            }
        });
        channel.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        Some(Self { channel, _hear: hear })
    }

    /// A channel that cannot carry the message loses it: the other tabs then learn by their own reads.
    pub fn tell(&self, text: &str) {
        let _lost = self.channel.post_message(&JsValue::from_str(text));
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.channel.close();
    }
}
