//! Messages between the tabs of one origin, by `BroadcastChannel`.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{BroadcastChannel, MessageEvent};

/// An open channel; closed when dropped.
pub struct Channel {
    channel: BroadcastChannel,
    _hear: Closure<dyn Fn(MessageEvent)>,
}

impl Channel {
    /// `None` where the browser has no channels, or refuses them here.
    pub fn open(name: &str, hear: impl Fn(String) + 'static) -> Option<Self> {
        let channel = BroadcastChannel::new(name).ok()?;
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::wait::{pause, until};
    use js_sys::Function;
    use std::cell::RefCell;
    use std::rc::Rc;
    use wasm_bindgen_test::wasm_bindgen_test;

    type Heard = Rc<RefCell<Vec<String>>>;

    fn listening(name: &str) -> (Channel, Heard) {
        let heard = Heard::default();
        let ear = Rc::clone(&heard);
        (Channel::open(name, move |text| ear.borrow_mut().push(text)).unwrap(), heard)
    }

    #[wasm_bindgen_test]
    async fn channels_of_one_name_hear_each_other_and_not_themselves() {
        let (one, heard_by_one) = listening("test: each other");
        let (_two, heard_by_two) = listening("test: each other");
        let (_other, heard_by_other) = listening("test: another name");
        one.tell("first");
        one.tell("second");
        assert!(until(|| heard_by_two.borrow().len() == 2).await);
        assert_eq!(*heard_by_two.borrow(), ["first", "second"]);
        pause(50).await;
        assert!(heard_by_one.borrow().is_empty() && heard_by_other.borrow().is_empty());
    }

    #[wasm_bindgen_test]
    async fn what_is_no_text_is_not_heard_and_harms_nothing() {
        let (_channel, heard) = listening("test: garbage");
        let garbage = Function::new_no_args(
            "const channel = new BroadcastChannel('test: garbage');
             const values = [null, undefined, 1, true, {}, [], ['signed-out'], { data: 'signed-out' },
                             new String('signed-out'), new Map(), new ArrayBuffer(8), 'word'];
             for (const value of values) channel.postMessage(value);
             channel.close();",
        );
        garbage.call0(&JsValue::NULL).unwrap();
        assert!(until(|| !heard.borrow().is_empty()).await);
        assert_eq!(*heard.borrow(), ["word"]);
    }

    #[wasm_bindgen_test]
    async fn a_dropped_channel_hears_nothing_more() {
        let (one, _) = listening("test: dropped");
        let (two, heard) = listening("test: dropped");
        let (_witness, told) = listening("test: dropped");
        drop(two);
        one.tell("anyone?");
        assert!(until(|| told.borrow().len() == 1).await);
        pause(50).await;
        assert!(heard.borrow().is_empty());
    }

    #[wasm_bindgen_test]
    fn a_browser_that_refuses_channels_has_none() {
        let refuse = Function::new_no_args(
            "const real = globalThis.BroadcastChannel;
             globalThis.BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError'); } };
             return () => { globalThis.BroadcastChannel = real; };",
        );
        let restore: Function = refuse.call0(&JsValue::NULL).unwrap().unchecked_into();
        let channel = Channel::open("test: refused", |_| {});
        restore.call0(&JsValue::NULL).unwrap();
        assert!(channel.is_none());
    }
}
