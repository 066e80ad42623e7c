/** The switch without which Chromium cuts texts off in a heap snapshot after 1,024 characters. */
export const WHOLE_STRINGS = "--js-flags=--heap-snapshot-string-limit=100000000";

/** Collects the page's garbage. Three times: a collection may leave garbage for the next one. */
export async function collectGarbage(cdp) {
  for (let time = 0; time < 3; time += 1) await cdp.send("HeapProfiler.collectGarbage");
}

/**
 * Takes a snapshot of the page's JavaScript heap: its `strings`, how many `bytes` it is written in, and `holdersOf(text)`,
 * which says in words what holds the strings with that text in them.
 */
export async function takeHeapSnapshot(cdp) {
  const chunks = [];
  const note = ({ chunk }) => chunks.push(chunk);
  cdp.on("HeapProfiler.addHeapSnapshotChunk", note);
  await cdp.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false, exposeInternals: true });
  cdp.off("HeapProfiler.addHeapSnapshotChunk", note);
  const written = chunks.join("");
  const snapshot = JSON.parse(written);
  return {
    strings: snapshot.strings,
    bytes: written.length,
    holdersOf: (text) => holdersOf(snapshot, text),
  };
}

/**
 * Notes in every page of the context, from before its first script on, the buffers that its scripts make or are given,
 * by weak references: the debugger shows the instances of every class but these.
 */
export function noteBuffers(context) {
  return context.addInitScript(() => {
    globalThis.notedBuffers = [];
    const note = (value) => {
      const buffer = ArrayBuffer.isView(value) ? value.buffer : value;
      if (buffer) globalThis.notedBuffers.push(new WeakRef(buffer));
      return value;
    };
    const construct = (target, given, newTarget) => note(Reflect.construct(target, given, newTarget));
    for (const name of ["ArrayBuffer", "DataView", "Uint8Array", "Uint16Array", "Int8Array"]) {
      globalThis[name] = new Proxy(globalThis[name], { construct });
    }
    const wrap = (owner, name, pick = (it) => it) => {
      const original = owner[name];
      owner[name] = function (...given) {
        const result = original.apply(this, given);
        if (!(result instanceof Promise)) return note(result);
        result.then((value) => note(pick(value))).catch(() => {});
        return result;
      };
    };
    wrap(TextEncoder.prototype, "encode");
    wrap(ReadableStreamDefaultReader.prototype, "read", ({ value }) =>
      ArrayBuffer.isView(value) ? value : null,
    );
    for (const body of [Response.prototype, Request.prototype, Blob.prototype]) {
      for (const name of ["arrayBuffer", "bytes"]) wrap(body, name);
    }
  });
}

/**
 * Returns the bytes of every `WebAssembly.Memory` of the page, and of every other buffer that was noted and is still there. The
 * page passes them out masked: a copy that the passing leaves behind is not found by the next hunt.
 */
export async function memoriesOf(cdp) {
  const objectGroup = "memories";
  try {
    const expression = "WebAssembly.Memory.prototype";
    const { result: prototype } = await cdp.send("Runtime.evaluate", { expression, objectGroup });
    const all = { prototypeObjectId: prototype.objectId, objectGroup };
    const { objects } = await cdp.send("Runtime.queryObjects", all);
    const { result, exceptionDetails } = await cdp.send("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration: String(maskedMemories),
      arguments: [{ value: MASK }],
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    const bytesOf = (text) => Buffer.from(text, "base64").map((byte) => byte ^ MASK);
    return { wasm: result.value.wasm.map(bytesOf), buffers: result.value.buffers.map(bytesOf) };
  } finally {
    await cdp.send("Runtime.releaseObjectGroup", { objectGroup });
  }
}

const MASK = 0x5a;

/** Runs in the page. `this`: the list of its WebAssembly memories. */
function maskedMemories(mask) {
  const write = (buffer) => Uint8Array.from(new Uint8Array(buffer), (byte) => byte ^ mask).toBase64();
  const wasm = new Set(this.map(({ buffer }) => buffer));
  const noted = new Set(globalThis.notedBuffers.splice(0).map((reference) => reference.deref()));
  const buffers = [...noted].filter((buffer) => buffer && !buffer.detached && !wasm.has(buffer));
  globalThis.notedBuffers = buffers.map((buffer) => new WeakRef(buffer));
  return { wasm: [...wasm].map(write), buffers: buffers.map(write) };
}

/** How many ways to a text are named at most. */
const CHAINS = 4;

/** Returns for each string with that text in it the shortest way to it from the root of the heap, link by link. */
function holdersOf({ snapshot, nodes, edges, strings }, text) {
  const { meta } = snapshot;
  const places = (fields, names) => names.map((name) => fields.indexOf(name));
  const [nodeSize, edgeSize] = [meta.node_fields.length, meta.edge_fields.length];
  const [nodeType, nodeName, edgeCount] = places(meta.node_fields, ["type", "name", "edge_count"]);
  const [edgeType, edgeName, toNode] = places(meta.edge_fields, ["type", "name_or_index", "to_node"]);
  const firstEdge = new Map();
  for (let node = 0, edge = 0; node < nodes.length; node += nodeSize) {
    firstEdge.set(node, edge);
    edge += nodes[node + edgeCount] * edgeSize;
  }
  const nameOf = (node) => JSON.stringify(strings[nodes[node + nodeName]].slice(0, 60));
  const describe = (node) => `${meta.node_types[nodeType][nodes[node + nodeType]]} ${nameOf(node)}`;
  const chains = [];
  const cameBy = new Map([[0, "the root"]]);
  for (const node of cameBy.keys()) {
    if (strings[nodes[node + nodeName]].includes(text))
      chains.push(`${cameBy.get(node)} → ${describe(node)}`);
    if (chains.length === CHAINS) break;
    const first = firstEdge.get(node);
    for (let edge = first; edge < first + nodes[node + edgeCount] * edgeSize; edge += edgeSize) {
      const type = meta.edge_types[edgeType][edges[edge + edgeType]];
      const to = edges[edge + toNode];
      if (type === "weak" || cameBy.has(to)) continue;
      const name = edges[edge + edgeName];
      const label = type === "element" || type === "hidden" ? `[${name}]` : strings[name];
      const way = node === 0 ? "the root" : `${cameBy.get(node)} → ${describe(node)}`;
      cameBy.set(to, `${way} .${label}`);
    }
  }
  return chains;
}
