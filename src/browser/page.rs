//! The page's own life: focus, visibility, connectivity, the back/forward cache.

use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Event, EventTarget, PageTransitionEvent, Window};

/// What can happen to a page.
#[derive(Clone, Copy, Debug)]
pub enum PageEvent {
    Visible(bool),
    Focused,
    Online(bool),
    Restored,
}

/// What a page tells of itself, for as long as this is kept.
pub struct PageListener {
    window: Window,
    callback: Closure<dyn FnMut(Event)>,
}

const WINDOW_EVENTS: [&str; 4] = ["focus", "online", "offline", "pageshow"];
const DOCUMENT_EVENT: &str = "visibilitychange";

impl PageListener {
    /// Where there is no window, as in a worker, nothing ever happens.
    pub fn new(hear: impl Fn(PageEvent) + 'static) -> Option<Self> {
        let window = web_sys::window()?;
        let callback = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            let told = match event.type_().as_str() {
                "focus" => Some(PageEvent::Focused),
                "online" => Some(PageEvent::Online(true)),
                "offline" => Some(PageEvent::Online(false)),
                "pageshow" => event
                    .unchecked_ref::<PageTransitionEvent>()
                    .persisted()
                    .then_some(PageEvent::Restored),
                _ => Some(PageEvent::Visible(is_visible())),
            };
            if let Some(told) = told {
                hear(told);
            }
        });
        let listener = Self { window, callback };
        listener.each(|target, name, callback| target.add_event_listener_with_callback(name, callback));
        Some(listener)
    }

    fn each(&self, act: impl Fn(&EventTarget, &str, &Function) -> Result<(), JsValue>) {
        let callback = self.callback.as_ref().unchecked_ref();
        // Adding and removing a listener fail for no reason that a caller could mend.
        for name in WINDOW_EVENTS {
            let _never_fails = act(&self.window, name, callback);
        }
        if let Some(document) = self.window.document() {
            let _never_fails = act(&document, DOCUMENT_EVENT, callback);
        }
    }
}

impl Drop for PageListener {
    fn drop(&mut self) {
        self.each(|target, name, callback| target.remove_event_listener_with_callback(name, callback));
    }
}

/// A worker has no document, and counts as visible.
pub fn is_visible() -> bool {
    !web_sys::window().as_ref().and_then(Window::document).is_some_and(|document| document.hidden())
}

/// Whether the browser knows itself to be offline; in doubt it is online.
pub fn is_online() -> bool {
    web_sys::window().is_none_or(|window| window.navigator().on_line())
}
