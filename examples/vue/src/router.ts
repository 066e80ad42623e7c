import type { Session } from "platform-session";
import { createRouter, createWebHistory, type RouteLocation } from "vue-router";
import Home from "./Home.vue";
import Notes from "./Notes.vue";
import Reports from "./Reports.vue";
import SignIn from "./SignIn.vue";

export function createAppRouter(session: Session) {
  const router = createRouter({
    history: createWebHistory(import.meta.env.BASE_URL),
    routes: [
      { path: "/", component: Home },
      { path: "/notes", component: Notes },
      { path: "/sign-in", component: SignIn },
      { path: "/reports", component: Reports, meta: { isProtected: true } },
    ],
  });

  // This is outside of the boundary: it remembers the identity that opened the address. Only that identity may go back to it.
  router.beforeEach((to) => {
    to.meta.signal = session.identity.signal;
  });

  // The next user must not get the last user's address.
  session.addEventListener("identity-ended", () => router.replace("/sign-in"));

  // While the session is unknown the page stays, and App shows why it waits.
  const guard = (to: RouteLocation) => {
    if (to.meta.isProtected && session.snapshot.status === "unauthenticated") return signIn(to.fullPath);
  };
  router.beforeEach(guard);
  // This runs once more after the code of a lazy route has loaded, as the user may have signed out meanwhile.
  router.beforeResolve(guard);

  // Leads away a user who is signed out while on a protected route, or who was not known when it was opened.
  session.gate({ status: "unauthenticated" }).subscribe((state) => {
    const { meta, fullPath } = router.currentRoute.value;
    // After a sign-out the next user must not get this address.
    const from = session.snapshot.reason === "signed-out" ? "/" : fullPath;
    if (state === "granted" && meta.isProtected) router.replace(signIn(from));
  });

  return router;
}

declare module "vue-router" {
  interface RouteMeta {
    isProtected?: boolean;
    signal?: AbortSignal;
  }
}

const signIn = (from: string) => ({ path: "/sign-in", query: { from } });
