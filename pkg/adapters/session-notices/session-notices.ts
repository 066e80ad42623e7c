// The notices of what a user must know of the session, for every page of the application: a custom element, for plain HTML and every framework.

export { defineSessionNotices } from "./define.js";
export { english, german } from "./messages.js";
