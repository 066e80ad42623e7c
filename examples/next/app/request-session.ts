import { headers } from "next/headers";
import { readSession } from "platform-session/server";
import { cache } from "react";

/** The session of the request at hand, read once however many components ask. */
export const requestSession = cache(async () =>
  readSession({ headers: await headers() }, { baseUrl: String(process.env.PLATFORM_ORIGIN), roles: true }),
);
