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
  // A path of this app, and no other site's address. What is left out here stays as the address has it.
  validateSearch: ({ from }): { from?: string | undefined } => ({
    from: typeof from === "string" && /^\/(?![\s/\\])/.test(from) ? from : undefined,
  }),
  // Outside of the boundary: the identity that has come here. The way back is for that one alone.
  beforeLoad: ({ context: { session } }) => ({ signal: session.identity.signal }),
  component: SignIn,
});

/** The routes within are for those who are signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  // Waits for the first answer, or for the reason why there is none, and then loads nothing where no user is signed in.
  async beforeLoad({ cause, context: { session }, location }) {
    await session.settled;
    const { status, reason } = session.snapshot;
    // The way back. Where a sign-out ends the page that is shown, it is not the next user's.
    const from = cause === "stay" && reason === "signed-out" ? "/" : location.href;
    if (status === "unauthenticated") throw redirect({ to: "/sign-in", search: { from } });
  },
  component: WhileSignedIn,
  pendingComponent: () => <sign-in-form />,
});

/** Follows the session for as long as the route is shown. */
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
