// Reads and replaces the generated part of a document, between the markers `<!-- name -->` and `<!-- /name -->`.

/** Returns the text between the markers. */
export function partOf(document, name) {
  const [, , text] = markersOf(document, name);
  return text;
}

/** Returns the document with `text` between the markers. */
export function withPart(document, name, text) {
  const [whole, begin, , end] = markersOf(document, name);
  return document.replace(whole, () => `${begin}${text}${end}`);
}

function markersOf(document, name) {
  const found = new RegExp(`(<!-- ${name} -->\\n+)([\\s\\S]*?)(\\n+<!-- /${name} -->)`).exec(document);
  if (!found) throw new Error(`The document lacks its markers: ${name}.`);
  return found;
}
