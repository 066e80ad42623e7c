// With a TypeScript `lib` that has `Symbol.dispose`, `using` closes a session at the end of its block.

import { createSession } from "platform-session";
import type { Equal, Expect } from "../expect.js";

export function status() {
  using session = createSession();
  type Checks = Expect<Equal<(typeof session)[typeof Symbol.dispose], () => void>>;
  return [session.snapshot.status, null as Checks | null];
}

export const disposable: Disposable = createSession();
