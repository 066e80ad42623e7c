// While a dialog asks a user to sign in again, the forms of the page behind it do not.

/** The keys of the identities that a dialog is open for. */
const asked = new Set();
/** Of the forms in a document. @type {Set<() => void>} */
const renders = new Set();

export const isAskedByDialog = (session) => asked.has(session.identity.key);

/** `is`: a dialog of that identity opens; else it closes. */
export function tellForms(key, is) {
  if (is) asked.add(key);
  else asked.delete(key);
  for (const render of renders) render();
}

/** Calls `render` as a dialog opens or closes, until the returned function is called. */
export function followDialogs(render) {
  renders.add(render);
  return () => renders.delete(render);
}
