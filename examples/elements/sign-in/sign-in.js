import { defineSignInForm } from "/platform-session/dist/sign-in-form.js";
import { session } from "../app.js";

// Single sign-on leads back to this page, which then leads on.
defineSignInForm(session);

// Goes back to the address that the guard has left, if that is a page of this site, and the user is the same.
const { from = "/", of } = Object.fromEntries(new URLSearchParams(location.search));
session.subscribe(({ user }) => {
  if (!user) return;
  const isWayBack = /^\/(?![\s/\\])/.test(from) && (!of || of === String(user.id));
  location.replace(isWayBack ? from : "/");
});
