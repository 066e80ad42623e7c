import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readOptions } from "../../pkg/entry/options.js";

/** Asserts that these options are refused by a TypeError of the package, which names the option. */
function assertRefused(options, name) {
  assert.throws(
    () => readOptions(options),
    (error) =>
      error instanceof TypeError && error.message.includes(name) && error.message.includes("must be"),
    `${name}: ${JSON.stringify(options)}`,
  );
}

/** Reads these options where the page is at that origin. */
function readAt(origin, options = {}) {
  globalThis.location = { origin };
  try {
    return readOptions(options);
  } finally {
    delete globalThis.location;
  }
}

describe("Options", () => {
  it("are not taken from `Object.prototype`", () => {
    const inherited = { baseUrl: "https://evil.example", initial: { authenticated: true }, token: "discard" };
    const prototype = /** @type {any} */ (Object.prototype);
    Object.assign(prototype, inherited);
    try {
      for (const given of [undefined, {}]) {
        const { origin, initial, discard } = readAt("https://platform.example", given);
        assert.deepEqual(
          { origin, initial, discard },
          { origin: "https://platform.example", initial: undefined, discard: false },
        );
      }
    } finally {
      for (const name of Object.keys(inherited)) delete prototype[name];
    }
  });

  it("have the page's own origin where no `baseUrl` is given", () => {
    for (const origin of ["https://platform.example", "http://localhost:8787"]) {
      assert.equal(readAt(origin).origin, origin);
    }
  });

  it("refuse a page that has no origin of its own, but where one is given", () => {
    for (const origin of ["null", "", "file://", "about:", "data:", "chrome-extension://abc"]) {
      assert.throws(() => readAt(origin), { name: "TypeError", message: /baseUrl must be passed/ });
      const baseUrl = "https://platform.example";
      assert.equal(readAt(origin, { baseUrl }).origin, baseUrl);
    }
  });

  it("take `initial` as JSON has it, and ignore one that cannot be copied", () => {
    const limit = { n: 1 };
    const initial = { authenticated: false, limit, left: undefined };
    const settings = readOptions({ initial });
    limit.n = 2;
    assert.deepEqual(settings.initial, { authenticated: false, limit: { n: 1 } });
    const circular = {};
    circular.self = circular;
    const throwing = {
      get authenticated() {
        throw new Error("no");
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const objects = [circular, throwing, { user: throwing }, revoked.proxy, () => {}];
    for (const odd of [null, undefined, 1n, Symbol("x"), ...objects]) {
      assert.equal(readOptions({ initial: odd }).initial, undefined);
    }
  });

  it("have the defaults of the declarations", () => {
    assert.deepEqual(readOptions({}), {
      // A server that renders has no page to be on.
      origin: undefined,
      allowedOrigins: [],
      discard: false,
      initial: undefined,
      onFocus: true,
      onOnline: true,
      intervalMs: 0,
      minIntervalMs: 5_000,
      timeoutMs: 10_000,
      maxStaleMs: 24 * 60 * 60 * 1000,
      expiringMs: 5 * 60 * 1000,
      tabs: true,
      reauthenticate: undefined,
      wasm: undefined,
    });
    assert.deepEqual(readOptions({ revalidate: {} }), readOptions({}));
  });

  it("take `undefined` as left out", () => {
    const names = ["baseUrl", "allowedOrigins", "token", "initial", "revalidate", "timeoutMs", "maxStaleMs"];
    const options = Object.fromEntries(
      [...names, "expiringMs", "tabs", "reauthenticate", "wasm"].map((name) => [name, undefined]),
    );
    assert.deepEqual(readOptions(options), readOptions({}));
    const entries = ["onFocus", "onOnline", "intervalMs", "minIntervalMs"].map((name) => [name, undefined]);
    const revalidate = Object.fromEntries(entries);
    assert.deepEqual(readOptions({ revalidate }), readOptions({}));
  });

  it("keep the chosen values", () => {
    const reauthenticate = async () => {};
    const initial = { authenticated: false };
    const wasm = new ArrayBuffer(8);
    const settings = readOptions({
      baseUrl: "https://platform.example",
      allowedOrigins: ["https://portal.example"],
      token: "discard",
      initial,
      revalidate: { onFocus: false, onOnline: false, intervalMs: 60_000, minIntervalMs: 0 },
      timeoutMs: 1,
      maxStaleMs: 2,
      expiringMs: 3,
      tabs: false,
      reauthenticate,
      wasm,
    });
    assert.deepEqual(settings, {
      origin: "https://platform.example",
      allowedOrigins: ["https://portal.example"],
      discard: true,
      initial,
      onFocus: false,
      onOnline: false,
      intervalMs: 60_000,
      minIntervalMs: 0,
      timeoutMs: 1,
      maxStaleMs: 2,
      expiringMs: 3,
      tabs: false,
      reauthenticate,
      wasm,
    });
  });

  it("take the origin of an address, whatever its path", () => {
    const origins = {
      "https://platform.example": "https://platform.example",
      "https://platform.example/": "https://platform.example",
      "HTTPS://Platform.Example:443/app?x#y": "https://platform.example",
      "http://localhost:8787/": "http://localhost:8787",
    };
    for (const [written, origin] of Object.entries(origins)) {
      const settings = readOptions({ baseUrl: written, allowedOrigins: [written] });
      assert.deepEqual([settings.origin, settings.allowedOrigins], [origin, [origin]]);
    }
    assert.equal(
      readOptions({ baseUrl: new URL("https://platform.example/x") }).origin,
      "https://platform.example",
    );
  });

  it("refuse a value that is no origin of a deployment", () => {
    const wrong = [
      "",
      "/api",
      "platform.example",
      "ftp://platform.example",
      "javascript:alert(1)",
      null,
      1,
      {},
    ];
    for (const origin of [...wrong, "blob:https://platform.example/x", "data:,x", "file:///x"]) {
      assertRefused({ baseUrl: origin }, "baseUrl");
      assertRefused({ allowedOrigins: ["https://portal.example", origin] }, "allowedOrigins");
    }
  });

  for (const [name, wrong] of Object.entries({
    allowedOrigins: [1, true, {}, "https://portal.example"],
    token: ["", "localStorage", "Memory", null, true, 1],
    reauthenticate: [null, "login", {}, true],
    revalidate: [null, false, 1, "focus"],
  }))
    it(`refuse a wrong value for ${name}`, () => {
      for (const value of wrong) assertRefused({ [name]: value }, name);
    });

  it("refuse a value that is no length of time", () => {
    for (const ms of [-1, Number.NaN, Number.NEGATIVE_INFINITY, "1000", null, true, 1n, {}]) {
      const named = ["timeoutMs", "maxStaleMs"].map((name) => [name, { [name]: ms }]);
      const nested = ["intervalMs", "minIntervalMs"].map((name) => [
        `revalidate.${name}`,
        { revalidate: { [name]: ms } },
      ]);
      for (const [name, options] of [...named, ...nested]) {
        assert.throws(() => readOptions(options), {
          name: "TypeError",
          message: new RegExp(`^${name} must be`),
        });
      }
    }
  });

  it("limit a time to `Number.MAX_SAFE_INTEGER`", () => {
    for (const ms of [Number.POSITIVE_INFINITY, 1e300]) {
      assert.equal(readOptions({ maxStaleMs: ms }).maxStaleMs, Number.MAX_SAFE_INTEGER);
    }
  });

  it("refuse an option that does not exist, and name the nearest one that does", () => {
    for (const [options, message] of [
      [{ baseURL: "https://platform.example" }, "no option baseURL: baseUrl?"],
      [{ timeout: 5 }, "no option timeout: timeoutMs?"],
      [{ revalidate: { onfocus: false } }, "no option revalidate.onfocus: onFocus?"],
      [{ revalidate: { interval: 5 } }, "no option revalidate.interval: intervalMs?"],
      [{ onReauthenticate() {} }, "no option onReauthenticate: reauthenticate?"],
      [
        { revalidate: { poll: undefined } },
        "no option revalidate.poll: onFocus,onOnline,intervalMs,minIntervalMs?",
      ],
    ])
      assert.throws(() => readOptions(options), { name: "TypeError", message });
  });
});
