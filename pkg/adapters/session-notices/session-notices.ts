// `<session-notices>`: a custom element, for every framework, that says what a user must know about the session on every page.

export { defineSessionNotices } from "./define.js";
export { english, german } from "./messages.js";
