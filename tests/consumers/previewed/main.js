import { pageSession } from "platform-session";

/** The page's session; in development, one that the inspector's panel can change. */
export const session = import.meta.env.DEV
  ? (await import("platform-session/inspector")).previewable(pageSession())
  : pageSession();

session.subscribe(({ status }) => {
  document.body.dataset.status = status;
});
