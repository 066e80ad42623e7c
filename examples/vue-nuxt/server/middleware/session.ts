import { readSession } from "platform-session/server";

// The session of the current request: it is read with that request's cookie.
export default defineEventHandler(async (event) => {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const { initial, headers } = await readSession(event, { baseUrl, roles: true });
  event.context.initial = initial;
  for (const [name, value] of headers) appendResponseHeader(event, name, value);
});
