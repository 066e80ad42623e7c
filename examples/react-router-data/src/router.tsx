import { perIdentity } from "platform-session/data";
import { useSessionClient } from "platform-session/react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Agents, loadAgents } from "./Agents";
import { Failed } from "./Failed";
import { Layout } from "./Layout";
import { loadReport, Report } from "./Report";
import { Waiting } from "./Waiting";

/** Each page has a `HydrateFallback`, so that the layout shows the sign-in form while the page's loader waits for a user. */
const page = { ErrorBoundary: Failed, HydrateFallback: Waiting };

const routes: RouteObject[] = [
  {
    Component: Layout,
    children: [
      { ...page, index: true, loader: loadAgents, Component: Agents },
      { ...page, path: "reports", loader: loadReport, Component: Report },
    ],
  },
];

/** Each identity has a router of its own, as a router keeps the data of its loaders. */
const routerOf = perIdentity(({ identity: { signal } }) => {
  const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL });
  signal.addEventListener("abort", () => router.dispose());
  return router;
});

/** Used within `<IdentityBoundary>`, which builds it anew for another identity, at its `home`. */
export const CurrentRouter = () => <RouterProvider router={routerOf(useSessionClient())} />;
