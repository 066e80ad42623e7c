import { readSession } from "platform-session/server";

// With the cookie of the request at hand, and for that request alone.
export default defineEventHandler(async (event) => {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const { initial, headers } = await readSession(event, { baseUrl, roles: true });
  event.context.initial = initial;
  for (const [name, value] of headers) appendResponseHeader(event, name, value);
});
