// next-auth's client: one read of its session endpoint, with the answer taken as it is. No retries, no check of its shape.

import { getSession } from "next-auth/react";

const session = await getSession();
window.show(session?.user.permissions["report-analysis"].enabled === true);
window.finish();
