import { useState } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Agents, loadAgents } from "./Agents";
import { Failed } from "./Failed";
import { Layout } from "./Layout";
import { loadReport, Report } from "./Report";
import { session } from "./session";
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

const createRouter = () => createBrowserRouter(routes, { basename: import.meta.env.BASE_URL });

/** A router for each identity: what loaders gave is held in it, and ends with it. */
let router = createRouter();
session.addEventListener("identity-ended", () => {
  router.dispose();
  // The address was the last user's.
  history.replaceState(null, "", import.meta.env.BASE_URL);
  router = createRouter();
});

/** Within `<IdentityBoundary>`, which begins it anew for another identity. */
export function CurrentRouter() {
  const [current] = useState(router);
  return <RouterProvider router={current} />;
}
