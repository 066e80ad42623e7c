// `platform-session/script`: a classic script, for `<script src>`, with the WebAssembly inside. It makes the global `platformSession`,
// with the exports of the package. For its type: `/// <reference types="platform-session/script" />`.

import type * as values from "../index.js";

declare global {
  /** The exports of `platform-session`. Frozen. */
  var platformSession: Pick<
    typeof values,
    "createSession" | "isSessionError" | "pageSession" | "SessionError"
  >;
}
