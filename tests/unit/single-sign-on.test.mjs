import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { SessionError } from "../../pkg/entry/session-error.js";
import { createSingleSignOn } from "../../pkg/entry/single-sign-on.js";

const ORIGIN = "https://portal.example";
const LOGIN = `${ORIGIN}/api/auth/sso/idp/login`;

/** Returns single sign-on with this judge of return URLs, what the judge was `asked`, and the number of `open` windows. */
function singleSignOn(judge = () => true, session = {}) {
  const asked = [];
  const mayReturnTo = (...parts) => {
    asked.push(parts);
    return judge(...parts);
  };
  let open = 0;
  const sso = createSingleSignOn({
    origin: ORIGIN,
    allowedOrigins: ["https://reports.example"],
    mayReturnTo,
    assertOpen: () => {},
    isRunning: () => true,
    assertRunning: () => {},
    whenRunning: async () => {},
    leaves: () => 0,
    config: async () => ({ enabled: true, buttonLabel: "" }),
    refresh: async () => ({ status: "authenticated" }),
    read: async () => ({ status: "unauthenticated" }),
    windowOpened() {
      open += 1;
    },
    windowGone() {
      open -= 1;
    },
    ...session,
  });
  return { sso, asked, open: () => open };
}

/** Stands in for a page. Returns the addresses that it was `left` for, and its windows. `blocked`: what `open()` returns instead of one. */
function page({ blocked } = {}) {
  const seen = { left: [], windows: [] };
  const open = () => {
    if (blocked) return blocked.answer;
    const opened = {
      opener: "the page",
      led: [],
      closed: false,
      location: { origin: "null", pathname: "blank" },
    };
    opened.location.replace = (address) => {
      opened.led.push({ address, opener: opened.opener });
      Object.assign(opened.location, { origin: ORIGIN, pathname: "/" });
    };
    opened.close = () => {
      opened.closed = true;
    };
    seen.windows.push(opened);
    return opened;
  };
  Object.assign(globalThis, { window: { open }, location: { assign: (address) => seen.left.push(address) } });
  return seen;
}

const REFUSED = { code: "invalid-return-url" };

describe("The address of single sign-on", () => {
  it("has the return URL as it was written", () => {
    const { sso } = singleSignOn();
    for (const given of [undefined, null, {}]) assert.equal(sso.url(given), LOGIN);
    for (const returnUrl of ["/reports?a=1&b=%2F#top", "HTTPS://Portal.Example/ü", "/a b", ""]) {
      const address = new URL(sso.url({ returnUrl }));
      assert.equal(address.origin + address.pathname, LOGIN);
      assert.deepEqual([...address.searchParams], [["return_url", returnUrl]]);
    }
  });

  it("asks the judge about the text, and about its parts as a URL of this platform", () => {
    const { sso, asked } = singleSignOn();
    sso.url({ returnUrl: "/a/../b" });
    sso.url({ returnUrl: "HTTPS://Reports.example:443/x" });
    sso.url({ returnUrl: "//evil.example/x" });
    assert.deepEqual(asked, [
      ["/a/../b", ORIGIN, true, "/b"],
      ["HTTPS://Reports.example:443/x", "https://reports.example", true, "/x"],
      ["//evil.example/x", "https://evil.example", false, "/x"],
    ]);
  });

  it("is refused where the judge refuses", () => {
    const { sso } = singleSignOn(() => false);
    assert.throws(() => sso.url({ returnUrl: "/reports" }), REFUSED);
  });

  it("is refused for a return URL that is no URL, no text, or cannot be sent, whatever the judge says", () => {
    const { sso, asked } = singleSignOn();
    for (const returnUrl of [
      "http://[",
      "/\ud800",
      Symbol("x"),
      Object.create(null),
      {
        toString() {
          throw new Error("no");
        },
      },
    ]) {
      assert.throws(() => sso.url({ returnUrl }), REFUSED);
    }
    assert.deepEqual(asked, []);
  });

  it("converts an object to a text once: the judged text is sent", () => {
    const { sso, asked } = singleSignOn();
    const texts = ["/reports", "https://evil.example/", "https://evil.example/"];
    const address = new URL(sso.url({ returnUrl: { toString: () => texts.shift() } }));
    assert.equal(address.searchParams.get("return_url"), "/reports");
    assert.equal(asked[0][0], "/reports");
  });
});

describe("The address of single sign-on, before an engine can judge a return URL", () => {
  it("is known at once without one, and with one it is said why there is none", () => {
    const assertRunning = () => {
      throw new SessionError("not-ready", { retryable: true });
    };
    const { sso, asked } = singleSignOn(undefined, { isRunning: () => false, assertRunning });
    assert.equal(sso.url(), LOGIN);
    for (const returnUrl of ["/reports", "https://evil.example/"]) {
      assert.throws(() => sso.url({ returnUrl }), { code: "not-ready", retryable: true });
    }
    assert.deepEqual(asked, []);
  });

  it("rejects with closed once the session is closed, and where no session runs", async () => {
    const assertOpen = () => {
      throw new SessionError("closed");
    };
    const { sso } = singleSignOn(undefined, {
      assertOpen,
      assertRunning: assertOpen,
      isRunning: () => false,
    });
    const seen = page();
    for (const given of [undefined, {}, { returnUrl: "/reports" }]) {
      assert.throws(() => sso.url(given), { code: "closed" });
      await assert.rejects(sso.start(given), { code: "closed" });
      await assert.rejects(sso.start({ ...given, mode: "popup" }), { code: "closed" });
    }
    assert.deepEqual(seen, { left: [], windows: [] });
  });
});

describe("Leaving for single sign-on", () => {
  afterEach(() => {
    for (const name of ["window", "location", "document"]) delete globalThis[name];
  });

  /** Returns the state of a session. Its module loads, or fails, when the test says so. */
  function loading() {
    const module = { running: false };
    const loaded = new Promise((resolve, reject) => {
      module.load = () => {
        module.running = true;
        resolve();
      };
      module.fail = reject;
    });
    return { ...module, isRunning: () => module.running, whenRunning: () => loaded, module };
  }

  it("waits for the module before it judges the return URL", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { module, ...session } = loading();
    const { sso, asked } = singleSignOn(undefined, session);
    const seen = page();
    const started = sso.start({ returnUrl: "/reports" });
    await Promise.resolve();
    assert.deepEqual([asked, seen.left], [[], []]);
    module.load();
    await started;
    assert.deepEqual(seen.left, [`${LOGIN}?return_url=%2Freports`]);
  });

  it("counts as a window until this page is back or has stayed: a user who signs in there is not signed out from here", async (t) => {
    const returns = { "back from the cache": [1, 250], "stayed for a minute": [0, 60_000] };
    for (const [how, [leavesMeanwhile, ms]] of Object.entries(returns)) {
      t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
      let leaves = 0;
      const { sso, open } = singleSignOn(undefined, { leaves: () => leaves });
      const { left } = page();
      for (const given of [undefined, null, {}]) await sso.start(given);
      assert.deepEqual([left, open()], [[LOGIN, LOGIN, LOGIN], 3]);
      leaves += leavesMeanwhile;
      for (let passed = 0; passed < ms; passed += 250) {
        assert.equal(open(), 3, how);
        t.mock.timers.tick(250);
        for (let turn = 0; turn < 5; turn++) await undefined;
      }
      assert.equal(open(), 0, how);
      t.mock.timers.reset();
    }
  });

  it("opens the window in the turn of the click, and closes it where the judge refuses", async () => {
    const { module, ...session } = loading();
    const { sso } = singleSignOn(() => false, session);
    const seen = page();
    const started = sso.start({ returnUrl: "https://evil.example/", mode: "popup" });
    assert.equal(seen.windows.length, 1);
    module.load();
    await assert.rejects(started, REFUSED);
    const [opened] = seen.windows;
    assert.deepEqual([opened.closed, opened.led], [true, []]);
  });

  it("opens no window for a return URL that is refused at once", async () => {
    const { sso } = singleSignOn(() => false);
    const seen = page();
    await assert.rejects(sso.start({ returnUrl: "//evil.example", mode: "popup" }), REFUSED);
    assert.deepEqual(seen.windows, []);
  });

  it("goes nowhere where the module does not come", async () => {
    for (const mode of ["redirect", "popup"]) {
      const { module, ...session } = loading();
      const { sso } = singleSignOn(undefined, session);
      const seen = page();
      const started = sso.start({ returnUrl: "/reports", mode });
      module.fail(new SessionError("wasm-unavailable"));
      await assert.rejects(started, { code: "wasm-unavailable" });
      assert.deepEqual(seen.left, []);
      assert.ok(seen.windows.every(({ closed }) => closed));
    }
  });

  it("leads no page away that is back from the cache before the deployment has answered, and closes the window", async () => {
    for (const mode of ["redirect", "popup"]) {
      let leaves = 0;
      let answer;
      const config = () => new Promise((resolve) => (answer = resolve));
      const { sso, open } = singleSignOn(undefined, { config, leaves: () => leaves });
      const seen = page();
      const started = sso.start({ mode });
      leaves = 1;
      answer({ enabled: true });
      await assert.rejects(started, { code: "superseded" });
      assert.deepEqual([seen.left, open()], [[], 0]);
      assert.ok(seen.windows.every(({ closed, led }) => closed && led.length === 0));
    }
  });

  it("opens no window, and sends no request, for a signal that fired already", async () => {
    const config = () => assert.fail("asked");
    const { sso } = singleSignOn(undefined, { config });
    const seen = page();
    for (const mode of ["redirect", "popup"]) {
      await assert.rejects(sso.start({ mode, signal: AbortSignal.abort() }), { code: "aborted" });
    }
    assert.deepEqual(seen, { left: [], windows: [] });
  });

  it("gives the window no opener before it is led anywhere, and still sees it return", async () => {
    const { sso } = singleSignOn();
    const seen = page();
    await sso.start({ mode: "popup" });
    const [opened] = seen.windows;
    assert.deepEqual(opened.led, [{ address: LOGIN, opener: null }]);
    assert.equal(opened.closed, true);
  });

  it("is blocked where the browser opens no window", async () => {
    const { sso, open } = singleSignOn();
    // `undefined`: a content blocker may have replaced the browser's own `open`.
    for (const answer of [null, undefined]) {
      page({ blocked: { answer } });
      await assert.rejects(sso.start({ mode: "popup" }), { code: "popup-blocked" });
    }
    assert.equal(open(), 0);
  });

  it("counts its window as open after the configuration is read, until the session is read again", async () => {
    const happened = [];
    const notes = (what, answer = () => {}) => [
      what,
      async () => {
        happened.push(what);
        return answer();
      },
    ];
    const failing = () => {
      throw new SessionError("network");
    };
    for (const config of [() => ({ enabled: true }), failing]) {
      page();
      const session = Object.fromEntries([
        notes("config", config),
        notes("windowOpened"),
        notes("windowGone"),
        notes("refresh", () => ({ status: "authenticated" })),
      ]);
      const { sso } = singleSignOn(undefined, session);
      await sso.start({ mode: "popup" }).catch(({ code }) => happened.push(code));
    }
    assert.deepEqual(happened, ["config", "windowOpened", "refresh", "windowGone", "config", "network"]);
  });
});
