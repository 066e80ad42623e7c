import { defineSignInForm } from "/platform-session/dist/sign-in-form.js";
import { session } from "../app.js";

// Single sign-on comes back to this page, which leads on.
defineSignInForm(session);

// The way back: to where the guard led away from, if that is a page of this site, and the same user's.
const { from = "/", of } = Object.fromEntries(new URLSearchParams(location.search));
session.subscribe(({ user }) => {
  if (!user) return;
  const isWayBack = /^\/(?![\s/\\])/.test(from) && (!of || of === String(user.id));
  location.replace(isWayBack ? from : "/");
});
