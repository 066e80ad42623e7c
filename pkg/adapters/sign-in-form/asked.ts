// Tells the forms of a page that a dialog asks the user to sign in again: the forms behind it do not ask meanwhile.

import type { Session } from "platform-session";

/** The keys of the identities that a dialog is open for. */
const asked = new Set<number>();
/** A function for each form in a document, which renders that form. */
const renders = new Set<() => unknown>();

export const isAskedByDialog = (session: Session) => asked.has(session.identity.key);

/** Tells the forms that a dialog of an identity opens, if `is`, or else that it closes. */
export function tellForms(key: number, is: boolean): void {
  if (is) asked.add(key);
  else asked.delete(key);
  for (const render of renders) render();
}

/** Calls `render` as a dialog opens or closes, until the returned function is called. */
export function followDialogs(render: () => unknown): () => void {
  renders.add(render);
  return () => renders.delete(render);
}
