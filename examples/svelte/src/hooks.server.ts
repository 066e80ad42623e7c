import type { Handle } from "@sveltejs/kit";
import { readSession } from "platform-session/server";
import { env } from "$env/dynamic/private";

// The session of the current request: it is read with that request's cookie.
export const handle: Handle = async ({ event, resolve }) => {
  const baseUrl = env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const { session, initial, headers } = await readSession(event.request, { baseUrl, roles: true });
  Object.assign(event.locals, { session, initial });
  const answer = await resolve(event);
  // A copy, as the headers of a response of `fetch` or `Response.redirect` are immutable.
  const response = new Response(answer.body, answer);
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
};
