// Finds the tags of a page that `check` reads, in one pass over the text: a hostile server may send a text that is slow to parse otherwise.

/** Attributes by their names in lower case. */
export type Attributes = Map<string, string>;

export interface Tag {
  /** The name in lower case. */
  name: string;
  attributes: Attributes;
  /** The text of a script; "" for other elements. */
  text: string;
}

/** Matches the beginning of a comment, or of a tag that `check` reads. */
const BEGINNING = /<!--|<(link|meta|base|script)(?=[\s/>])/gi;
/** Matches the next attribute, or the end of the tag. A quote without its closing quote counts as a letter, as in browsers. */
const PART = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?|(>))/y;

/** Yields the tags in their order, but none within comments and scripts. It stops at a comment or a tag that does not end. */
export function* tagsIn(html: string): Generator<Tag> {
  const beginning = new RegExp(BEGINNING);
  for (let found = beginning.exec(html); found; found = beginning.exec(html)) {
    const [, name] = found;
    if (name === undefined) {
      const end = html.indexOf("-->", found.index + "<!".length);
      if (end === -1) return;
      beginning.lastIndex = end;
      continue;
    }
    const tag = tagAt(html, beginning.lastIndex);
    if (!tag) return;
    const isScript = name.toLowerCase() === "script";
    const end = isScript ? endOfScript(html, tag.end) : tag.end;
    yield { name: name.toLowerCase(), attributes: tag.attributes, text: html.slice(tag.end, end) };
    beginning.lastIndex = end;
  }
}

/** Returns the attributes of a tag, from `start` after its name on, and where the tag ends; `undefined` if it does not end. */
function tagAt(html: string, start: number): { attributes: Attributes; end: number } | undefined {
  const part = new RegExp(PART);
  part.lastIndex = start;
  const attributes: Attributes = new Map();
  for (let found = part.exec(html); found; found = part.exec(html)) {
    const [, name, ...values] = found;
    if (name === undefined) return { attributes, end: part.lastIndex };
    const key = name.toLowerCase();
    // Of two attributes with one name, the first counts.
    if (!attributes.has(key)) attributes.set(key, unescaped(values.find((it) => it !== undefined) ?? ""));
  }
  return undefined;
}

function endOfScript(html: string, start: number): number {
  const end = /<\/script/gi;
  end.lastIndex = start;
  return end.exec(html)?.index ?? html.length;
}

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
