// next-auth's client: one read of its session endpoint. It does not retry, and does not check the shape of the answer.

import { getSession } from "next-auth/react";

const session = await getSession();
window.show(session?.user.permissions["report-analysis"].enabled === true);
window.finish();
