// The names of the engine's functions that take a call, an event or an answer (`src/js/engine.rs`). `@__KEY__` has the build shorten a
// name here as it shortens it among the exports of the WebAssembly.

export const ANSWERED = /* @__KEY__ */ "answered";
export const ASK = /* @__KEY__ */ "ask";
export const HANDLE_EVENT = /* @__KEY__ */ "handleEvent";
export const LOST = /* @__KEY__ */ "lost";
export const SEND = /* @__KEY__ */ "send";
export const SIGN_IN = /* @__KEY__ */ "signIn";
export const SIGN_OUT = /* @__KEY__ */ "signOut";

export type Act =
  | typeof ANSWERED
  | typeof ASK
  | typeof HANDLE_EVENT
  | typeof LOST
  | typeof SEND
  | typeof SIGN_IN
  | typeof SIGN_OUT;
