// next-auth's client: one read of its session endpoint. It does not retry, and does not check the shape of the answer.

import { getSession } from "next-auth/react";

// The bench's server answers with the platform's session (`session-answer.mjs`).
const session = await getSession();
// `pages/marks.html` defines `show` and `finish`.
window.show(session?.user.permissions["report-analysis"].enabled === true);
window.finish();
