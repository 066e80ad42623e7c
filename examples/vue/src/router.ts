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

  // Outside of the boundary: the identity that has come to the address. The way back in it is for that one alone.
  router.beforeEach((to) => {
    to.meta.signal = session.identity.signal;
  });

  // The address was the last user's, and is not the next one's.
  session.addEventListener("identity-ended", () => router.replace("/sign-in"));

  // No user is led away while nothing is known: then App shows what is waited for.
  const guard = (to: RouteLocation) => {
    if (to.meta.isProtected && session.snapshot.status === "unauthenticated") return signIn(to.fullPath);
  };
  router.beforeEach(guard);
  // Once more when the code of a lazy route has loaded: the user may have signed out meanwhile.
  router.beforeResolve(guard);

  // Who is signed out while on a protected route, or was not known yet when it was opened.
  session.gate({ status: "unauthenticated" }).subscribe((state) => {
    const { meta, fullPath } = router.currentRoute.value;
    // After a sign-out the address is not the next user's.
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
