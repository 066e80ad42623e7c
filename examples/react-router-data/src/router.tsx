import { perIdentity } from "platform-session/data";
import { useSessionClient } from "platform-session/react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Agents, loadAgents } from "./Agents";
import { Failed } from "./Failed";
import { Layout } from "./Layout";
import { loadReport, Report } from "./Report";
import { Waiting } from "./Waiting";

/** `HydrateFallback` is of each page, so that the layout shows the sign-in while the page's loader waits for it. */
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

/** A router for each identity: what loaders gave is held in it, and ends with it. */
const routerOf = perIdentity(({ identity: { signal } }) => {
  const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL });
  signal.addEventListener("abort", () => router.dispose());
  return router;
});

/** Within `<IdentityBoundary>`, which begins it anew for another identity, at home. */
export const CurrentRouter = () => <RouterProvider router={routerOf(useSessionClient())} />;
