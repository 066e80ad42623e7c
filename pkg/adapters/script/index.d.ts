// `platform-session/script`: a classic script, for `<script src>`. It makes the global `platformSession`, with the values
// of the package in it and the WebAssembly inside. For its type: `/// <reference types="platform-session/script" />`.

import type * as values from "../index.js";

declare global {
  /** What `platform-session` exports. Frozen. */
  var platformSession: Pick<
    typeof values,
    "createSession" | "isSessionError" | "pageSession" | "SessionError"
  >;
}
