// The package with its WebAssembly inside the module, for tools that do not copy a file that a module names with `import.meta.url`.

import {
  createSession as create,
  pageSession as page,
  type Session,
  type SessionOptions,
} from "platform-session";
import bytes from "../../wasm/platform_session_bg.wasm";

export { isSessionError, SessionError } from "platform-session";

const withBytes = (options: SessionOptions | undefined): SessionOptions => ({
  ...options,
  wasm: options?.wasm ?? bytes,
});

export const createSession = (options?: SessionOptions): Session => create(withBytes(options));
export const pageSession = (options?: SessionOptions): Session => page(withBytes(options));
