import { pageSession, type Session } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { readSession } from "platform-session/server";
import { type ReactNode, useEffect, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useNavigate } from "react-router";
import type { Route } from "./+types/root";
import { Navigation } from "./Navigation";
import { requestSession } from "./request-session";

// With the cookie of the request at hand, and for that request alone.
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
    const read = await readSession(request, { baseUrl, roles: true });
    context.set(requestSession, read);
    const answer = await next();
    // A copy: the headers of an answer of `fetch` or `Response.redirect` are immutable.
    const response = new Response(answer.body, answer);
    for (const [name, value] of read.headers) response.headers.append(name, value);
    return response;
  },
];

export function loader({ context }: Route.LoaderArgs) {
  return { initial: context.get(requestSession).initial };
}

// Once: from then on the page follows the session itself.
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [{ title: "Reports" }];
export const links: Route.LinksFunction = () => [{ rel: "icon", href: "data:," }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  // In the browser the one session of the page; on the server an inert one, for this render alone.
  const [session] = useState(() => pageSession({ initial: loaderData.initial }));
  const owner = useOwner(session);
  const navigate = useNavigate();
  // The address was the last user's, and is not the next one's.
  useEffect(() => {
    const leave = () => void navigate("/sign-in", { replace: true });
    session.addEventListener("identity-ended", leave);
    return () => session.removeEventListener("identity-ended", leave);
  }, [session, navigate]);
  return (
    <SessionProvider session={session}>
      <IdentityBoundary>
        <Navigation />
        <main>
          <Outlet context={owner} />
        </main>
      </IdentityBoundary>
    </SessionProvider>
  );
}

/** Outside of the boundary: the `signal` of the identity that has come to the address. The way back in it is for that one alone. */
function useOwner({ identity: { signal } }: Session): AbortSignal {
  const { pathname } = useLocation();
  const [owner, setOwner] = useState({ pathname, signal });
  if (owner.pathname !== pathname) setOwner({ pathname, signal });
  return owner.signal;
}
