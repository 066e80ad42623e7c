// Notes for which identities a sign-in dialog is open: the forms of the page behind it are hidden meanwhile.

import type { Session } from "platform-session";

/** The keys of the identities for which a dialog is open. */
const keysWithDialog = new Set<number>();
/** A function for each form in a document, which renders that form. */
const renders = new Set<() => unknown>();

/** Whether a dialog is open for the current identity of the session. */
export const hasDialog = (session: Session) => keysWithDialog.has(session.identity.key);

/** Notes that the dialog of an identity opens or closes, and renders the forms. `key`: the key of the identity. */
export function noteDialog(key: number, isOpen: boolean): void {
  if (isOpen) keysWithDialog.add(key);
  else keysWithDialog.delete(key);
  for (const render of renders) render();
}

/** Calls `render` when a dialog opens or closes, until the returned function is called. */
export function followDialogs(render: () => unknown): () => void {
  renders.add(render);
  return () => renders.delete(render);
}
