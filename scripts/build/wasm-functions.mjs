// Where in a WebAssembly module its functions are. (WebAssembly binary format.)

const SECTION = { custom: 0, import: 2, code: 10 };
const FUNCTION_NAMES = 1;

/** The module without its names, and where in it each function's body is. */
export function readModule(file) {
  const kept = [file.subarray(0, 8)];
  const bodies = [];
  let names = new Map();
  let imported = 0;
  let length = 8;
  for (let at = 8; at < file.length; ) {
    const start = at;
    const kind = file[at];
    const reader = readerOf(file, at + 1);
    const size = reader.number();
    at = reader.position + size;
    // The glue gives functions only, so each import is one.
    if (kind === SECTION.import) imported = reader.number();
    if (kind === SECTION.code) {
      for (let left = reader.number(), index = imported; left > 0; left--, index++) {
        const from = reader.position;
        reader.skip(reader.number());
        bodies.push({ name: index, start: length + from - start, end: length + reader.position - start });
      }
    }
    if (kind === SECTION.custom) {
      if (reader.text() === "name") names = readNames(reader, at);
      continue;
    }
    kept.push(file.subarray(start, at));
    length += at - start;
  }
  const named = bodies.map((body) => ({ ...body, name: names.get(body.name) ?? `function ${body.name}` }));
  return { bytes: Buffer.concat(kept), bodies: named };
}

function readNames(reader, end) {
  const names = new Map();
  while (reader.position < end) {
    const kind = reader.number();
    const after = reader.number() + reader.position;
    if (kind === FUNCTION_NAMES)
      for (let left = reader.number(); left > 0; left--) names.set(reader.number(), reader.text());
    reader.skip(after - reader.position);
  }
  return names;
}

/** Numbers are LEB128. */
function readerOf(file, start) {
  const reader = {
    position: start,
    number() {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = file[reader.position++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
    },
    skip(bytes) {
      reader.position += bytes;
    },
    text() {
      const length = reader.number();
      reader.skip(length);
      return file.toString("utf8", reader.position - length, reader.position);
    },
  };
  return reader;
}
