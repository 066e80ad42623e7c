// While the session is unknown the page stays, and says why it waits.
export default defineNuxtRouteMiddleware(({ fullPath }) => {
  const { $session } = useNuxtApp();
  if ($session.snapshot.status === "unauthenticated")
    return navigateTo({ path: "/sign-in", query: { from: fullPath } });
});
