import { pageSession, type Session } from "platform-session";
import { IdentityBoundary, SessionProvider } from "platform-session/react";
import { readSession } from "platform-session/server";
import { type ReactNode, useEffect, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useNavigate } from "react-router";
import type { Route } from "./+types/root";
import { Navigation } from "./Navigation";
import { requestSession } from "./request-session";

// The session of the current request: it is read with that request's cookie.
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
    const read = await readSession(request, { baseUrl, roles: true });
    context.set(requestSession, read);
    const answer = await next();
    // A copy, as the headers of a response of `fetch` or `Response.redirect` are immutable.
    const response = new Response(answer.body, answer);
    for (const [name, value] of read.headers) response.headers.append(name, value);
    return response;
  },
];

export function loader({ context }: Route.LoaderArgs) {
  return { initial: context.get(requestSession).initial };
}

// This loader runs once; afterwards the page follows the session itself.
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
  // In the browser this is the page's session; on the server an inert one, for one rendering.
  const [session] = useState(() => pageSession({ initial: loaderData.initial }));
  const owner = useOwner(session);
  const navigate = useNavigate();
  // The next user must not get the last user's address.
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

/** Provides, outside of the boundary, the `signal` of the identity that opened the address. Only that identity may go back to it. */
function useOwner({ identity: { signal } }: Session): AbortSignal {
  const { pathname } = useLocation();
  const [owner, setOwner] = useState({ pathname, signal });
  if (owner.pathname !== pathname) setOwner({ pathname, signal });
  return owner.signal;
}
