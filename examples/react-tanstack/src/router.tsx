import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import type { Session } from "platform-session";
import { useSession } from "platform-session/react";
import { Home } from "../../react/src/Home";
import { Reports } from "../../react/src/Reports";
import { Waiting } from "../../react/src/Waiting";
import { Layout } from "./Layout";
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
  component: SignIn,
});

/** The routes within are for those who are signed in. */
const isProtected = createRoute({
  getParentRoute: () => root,
  id: "protected",
  // Waits for the first answer, or for the reason why there is none, and then loads nothing for nobody.
  async beforeLoad({ context: { session }, location }) {
    await session.settled;
    if (session.snapshot.status === "unauthenticated")
      throw redirect({ to: "/sign-in", search: { from: location.pathname } });
  },
  component: Protected,
  pendingComponent: Waiting,
});

/** Follows the session for as long as the route is shown. */
function Protected() {
  const status = useSession(({ status }) => status);
  const from = useLocation({ select: ({ pathname }) => pathname });
  if (status === "unknown") return <Waiting />;
  if (status === "unauthenticated") return <Navigate to="/sign-in" search={{ from }} replace />;
  return <Outlet />;
}

const reports = createRoute({ getParentRoute: () => isProtected, path: "reports", component: Reports });

const routeTree = root.addChildren([home, signIn, isProtected.addChildren([reports])]);

export const createAppRouter = (session: Session) => createRouter({ routeTree, context: { session } });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
