// The values that the package exports to `import`.

import { createSession } from "./live-session.js";
import { createPageSession } from "./page-session.js";

export { isSessionError, SessionError } from "./session-error.js";
export { createSession };
export const pageSession = createPageSession(createSession);
