import { headers } from "next/headers";
import { readSession } from "platform-session/server";
import { cache } from "react";

/** The session of the current request, read once for all components. */
export const requestSession = cache(async () =>
  readSession({ headers: await headers() }, { baseUrl: String(process.env.PLATFORM_ORIGIN), roles: true }),
);
