import { defineMiddleware } from "astro:middleware";
import { readSession } from "platform-session/server";

// With the cookie of the request at hand, and for that request alone.
export const onRequest = defineMiddleware(async ({ request, locals }, next) => {
  const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
  const { session, initial, headers } = await readSession(request, { baseUrl, roles: true });
  Object.assign(locals, { session, initial });
  const answer = await next();
  // A copy: the headers of an answer of `fetch` or `Response.redirect` are immutable.
  const response = new Response(answer.body, answer);
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
});
