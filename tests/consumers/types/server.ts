import { readSession, serializeInitial } from "platform-session/server";

export async function render(request: Request): Promise<Response> {
  const { session, initial, error, headers } = await readSession(request, {
    baseUrl: "https://portal.example",
    roles: true,
    headers: { "x-forwarded-for": "203.0.113.9" },
    signal: request.signal,
    timeoutMs: 1_000,
  });
  // @ts-expect-error No feature of this deployment.
  session.gate({ feature: "chat-histroy" });
  const open = session.gate({ feature: "chat-history" }).granted && error === null;
  return new Response(`${open}${serializeInitial(initial)}`, { headers });
}

/** Node's and Express's requests. */
export const ofNode = (request: { headers: Record<string, string | string[] | undefined> }) =>
  readSession(request, { baseUrl: "https://portal.example" });
/** Next's `await headers()`. */
export const ofNext = (headers: Headers) => readSession({ headers }, { baseUrl: "https://portal.example" });
// @ts-expect-error A server has no origin of its own.
export const without = (request: Request) => readSession(request, {});
