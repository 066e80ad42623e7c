// The part of a document that a command writes.

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
export function partOf(document, name) {
  const [, , text] = markersOf(document, name);
  return text;
}

/** The document with `text` between them. */
export function withPart(document, name, text) {
  const [whole, begin, , end] = markersOf(document, name);
  return document.replace(whole, () => `${begin}${text}${end}`);
}

function markersOf(document, name) {
  const found = new RegExp(`(<!-- ${name} -->\\n+)([\\s\\S]*?)(\\n+<!-- /${name} -->)`).exec(document);
  if (!found) throw new Error(`The document lacks its markers: ${name}.`);
  return found;
}
