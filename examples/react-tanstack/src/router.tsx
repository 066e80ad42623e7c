import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useRouter,
} from "@tanstack/react-router";
import type { Session } from "platform-session";
import { SignedIn, useSession } from "platform-session/react";
import { useEffect } from "react";
import { Home } from "./Home";
import { Layout } from "./Layout";
import { Reports } from "./Reports";
import { SignIn } from "./SignIn";

const root = createRootRouteWithContext<{ session: Session }>()({ component: Layout });

const home = createRoute({ getParentRoute: () => root, path: "/", component: Home });

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  // Accepts only a path of this app, and no address of another site. Other parameters stay as they are.
  validateSearch: ({ from }): { from?: string | undefined } => ({
    from: typeof from === "string" && /^\/(?![\s/\\])/.test(from) ? from : undefined,
  }),
  // This is outside of the boundary: it remembers the identity that opened the address. Only that identity may go back to it.
  beforeLoad: ({ context: { session } }) => ({ signal: session.identity.signal }),
  component: SignIn,
});

/** The routes within are for signed-in users. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  // Waits for the first answer, or for its failure. Without a signed-in user, no route within is loaded.
  async beforeLoad({ cause, context: { session }, location }) {
    await session.settled;
    const { status, reason } = session.snapshot;
    // The address to go back to, but not after a sign-out.
    const from = cause === "stay" && reason === "signed-out" ? "/" : location.href;
    if (status === "unauthenticated") throw redirect({ to: "/sign-in", search: { from } });
  },
  component: WhileSignedIn,
  pendingComponent: () => <sign-in-form />,
});

/** Follows the session while the route is shown. */
function WhileSignedIn() {
  const status = useSession(({ status }) => status);
  const router = useRouter();
  useEffect(() => {
    // Runs `beforeLoad` again.
    if (status === "unauthenticated") router.invalidate();
  }, [status, router]);
  return (
    <SignedIn pending={<sign-in-form />}>
      <Outlet />
    </SignedIn>
  );
}

const reports = createRoute({ getParentRoute: () => signedIn, path: "reports", component: Reports });

const routeTree = root.addChildren([home, signIn, signedIn.addChildren([reports])]);

export const createAppRouter = (session: Session) =>
  createRouter({ routeTree, context: { session }, basepath: import.meta.env.BASE_URL });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
