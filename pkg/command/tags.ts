// The tags of a page that `check` reads. In one pass: the text is a server's, which may have made it to be slow to read.

/** Attributes by their names in small letters. */
export type Attributes = Map<string, string>;

export interface Tag {
  /** In small letters. */
  name: string;
  attributes: Attributes;
  /** What stands in a script; "" in other elements. */
  text: string;
}

/** What begins where the text is not looked at as tags, or is a tag that is looked for. */
const BEGINNING = /<!--|<(link|meta|base|script)(?=[\s/>])/gi;
/** An attribute, or the end of the tag. Browsers take a quote without its partner for a letter, too. */
const PART = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?|(>))/y;

/** Each in its order. Comments and scripts hold none. What has no end ends with the text. */
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

/** The attributes of the tag that begins at `start`, and where it ends; `undefined`: it does not end. */
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
