import { defineMiddleware } from "astro:middleware";
import { readSession } from "platform-session/server";

// The session of the current request: it is read with that request's cookie.
export const onRequest = defineMiddleware(async ({ request, locals }, next) => {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const { session, initial, headers } = await readSession(request, { baseUrl, roles: true });
  Object.assign(locals, { session, initial });
  const answer = await next();
  // A copy, as the headers of a response of `fetch` or `Response.redirect` are immutable.
  const response = new Response(answer.body, answer);
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
});
