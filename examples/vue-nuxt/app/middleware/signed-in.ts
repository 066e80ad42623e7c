// No user is led away while nothing is known: then the page says what is waited for.
export default defineNuxtRouteMiddleware(({ fullPath }) => {
  const { $session } = useNuxtApp();
  if ($session.snapshot.status === "unauthenticated")
    return navigateTo({ path: "/sign-in", query: { from: fullPath } });
});
