// While a dialog asks a user to sign in again, the forms of the page behind it do not.

import type { Session } from "platform-session";

/** The keys of the identities that a dialog is open for. */
const asked = new Set<number>();
/** One function for each form in a document, which renders it. */
const renders = new Set<() => unknown>();

export const isAskedByDialog = (session: Session) => asked.has(session.identity.key);

/** `is`: a dialog of that identity opens; else it closes. */
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
