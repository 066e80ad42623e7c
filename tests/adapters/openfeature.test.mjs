// `platform-session/openfeature` in the real OpenFeature web SDK, over the double of the session.

import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, it } from "node:test";
import { importBundled } from "./support/bundle.mjs";

const FEATURES = {
  "chat-history": true,
  "report-analysis": false,
  "daily-limit": { enabled: true, limit: 50 },
  plan: { enabled: true, limit: "pro" },
  messages: { enabled: true, limit: { max: 50, period: "day" } },
};

describe("The OpenFeature provider", { timeout: 60_000 }, () => {
  let sdk;
  let session;
  let client;
  let told;
  let domain;
  let number = 0;
  before(async () => {
    sdk = await importBundled("openfeature.js");
    // The SDK says on the console that a provider failed to initialise.
    sdk.OpenFeature.setLogger({ error() {}, warn() {}, info() {}, debug() {} });
  });
  beforeEach(() => {
    session = sdk.createTestSession({ features: FEATURES });
    // A domain of its own for each test: nothing takes the handlers of an earlier client away.
    number += 1;
    domain = `test ${number}`;
    client = sdk.OpenFeature.getClient(domain);
    const heard = [];
    told = heard;
    for (const event of ["Ready", "Stale", "Error", "ConfigurationChanged", "ContextChanged"])
      client.addHandler(sdk.ProviderEvents[event], ({ flagsChanged }) =>
        heard.push(flagsChanged ? `${event} ${flagsChanged}` : event),
      );
    // What the SDK says of its own provider.
    heard.length = 0;
  });
  afterEach(() => sdk.OpenFeature.clearProviders());

  const start = (options) =>
    sdk.OpenFeature.setProviderAndWait(domain, new sdk.PlatformSessionProvider(session, options));
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it("answers booleans with the gates, whatever default is passed", async () => {
    await start();
    const asked = [
      "chat-history",
      "report-analysis",
      "no-such-feature",
      "",
      "__proto__",
      "constructor",
      "toString",
    ];
    assert.deepEqual(
      asked.map((flag) => client.getBooleanValue(flag, true)),
      [true, false, false, false, false, false, false],
    );
    assert.equal(client.getBooleanDetails("no-such-feature", true).errorCode, undefined);
    assert.equal(client.getBooleanDetails("no-such-feature", true).reason, "DEFAULT");
    assert.equal(client.getBooleanDetails("chat-history", false).reason, "TARGETING_MATCH");
  });

  it("grants no name that Object.prototype has come to have", async () => {
    await start();
    Object.defineProperty(Object.prototype, "polluted", {
      value: { enabled: true, limit: 5 },
      configurable: true,
    });
    Object.defineProperty(Object.prototype, "enabled", { value: true, configurable: true });
    try {
      assert.equal(client.getBooleanValue("polluted", false), false);
      assert.equal(client.getNumberValue("polluted", 1), 1);
      assert.equal(client.getBooleanValue("no-such-feature", false), false);
      assert.equal(client.getBooleanValue("report-analysis", false), false);
    } finally {
      delete Object.prototype.polluted;
      delete Object.prototype.enabled;
    }
  });

  it("reads numbers, strings and objects from the limit, and says where it is none of these", async () => {
    await start();
    assert.equal(client.getNumberValue("daily-limit", 1), 50);
    assert.equal(client.getStringValue("plan", "free"), "pro");
    assert.deepEqual(client.getObjectValue("messages", {}), { max: 50, period: "day" });
    for (const [details, fallback] of [
      [client.getNumberDetails("plan", 1), 1],
      [client.getStringDetails("daily-limit", "free"), "free"],
      [client.getObjectDetails("chat-history", {}), {}],
      [client.getNumberDetails("no-such-feature", 7), 7],
    ]) {
      assert.deepEqual(details.value, fallback);
      assert.equal(details.errorCode, "TYPE_MISMATCH");
    }
  });

  it("refuses an option that there is not", () => {
    const make = () => new sdk.PlatformSessionProvider(session, { unlistd: "not-found" });
    assert.throws(make, { name: "TypeError", message: "no option unlistd: unlisted?" });
  });

  it("lets another provider answer for what is not listed, where it is to", async () => {
    await start({ unlisted: "not-found" });
    for (const details of [
      client.getBooleanDetails("no-such-feature", true),
      client.getNumberDetails("no-such-feature", 1),
      client.getBooleanDetails("__proto__", true),
    ])
      assert.equal(details.errorCode, "FLAG_NOT_FOUND");
    assert.equal(client.getBooleanDetails("report-analysis", true).value, false);
    assert.throws(() => new sdk.PlatformSessionProvider(session, { unlisted: "open" }), TypeError);
  });

  it("is not ready until the session is known; then it is", async () => {
    session = sdk.createTestSession({ status: "unknown", features: FEATURES });
    sdk.OpenFeature.setProvider(domain, new sdk.PlatformSessionProvider(session));
    await settle();
    assert.equal(client.providerStatus, "NOT_READY");
    session.setUnknown("network");
    session.signIn();
    await settle();
    assert.equal(client.providerStatus, "READY");
    assert.equal(client.getBooleanValue("chat-history", false), true);
    assert.deepEqual(told, ["Ready"]);
  });

  it("fails as GENERAL where no session runs, and never for good", async () => {
    session.close();
    await assert.rejects(start(), { code: "GENERAL", message: /closed/ });
    assert.equal(client.providerStatus, "ERROR");
    assert.equal(client.getBooleanValue("chat-history", true), false);
  });

  it("names exactly the flags that changed", async () => {
    await start();
    told.length = 0;
    session.setFeatures({
      ...FEATURES,
      "report-analysis": true,
      "daily-limit": { enabled: true, limit: 60 },
    });
    session.setFeatures({
      ...FEATURES,
      "report-analysis": true,
      "daily-limit": { enabled: true, limit: 60 },
    });
    session.setRoles([]);
    await settle();
    assert.deepEqual(told.map(normal), ["ConfigurationChanged daily-limit,report-analysis"]);
    told.length = 0;
    session.signOut();
    await settle();
    assert.deepEqual(told.map(normal), [`ConfigurationChanged ${Object.keys(FEATURES).sort()}`]);
    assert.equal(client.providerStatus, "READY");
    assert.equal(client.getBooleanValue("chat-history", true), false);
  });

  it("follows unknown, stale and errors with the SDK's states, and recovers", async () => {
    await start();
    told.length = 0;
    session.setStale("network");
    assert.equal(client.providerStatus, "STALE");
    assert.equal(client.getBooleanDetails("chat-history", false).reason, "STALE");
    assert.equal(client.getBooleanValue("chat-history", false), true);
    await session.refresh();
    assert.equal(client.providerStatus, "READY");
    session.setUnknown("server-error");
    assert.equal(client.providerStatus, "ERROR");
    assert.equal(client.getBooleanValue("chat-history", true), false);
    await session.refresh();
    assert.equal(client.providerStatus, "READY");
    session.setUnknown();
    assert.equal(client.providerStatus, "STALE");
    assert.equal(client.getBooleanValue("chat-history", true), false);
    await session.refresh();
    session.close();
    assert.equal(client.providerStatus, "ERROR");
    assert.equal(client.getBooleanValue("chat-history", true), false);
    await settle();
    const states = told.filter((what) => !what.startsWith("Configuration"));
    assert.deepEqual(states, ["Stale", "Ready", "Error", "Ready", "Stale", "Ready", "Error"]);
  });

  it("stays stale when the evaluation context changes, which changes no answer", async () => {
    await start();
    session.setStale();
    await sdk.OpenFeature.setContext({ targetingKey: "another" });
    await settle();
    assert.equal(client.providerStatus, "STALE");
    assert.equal(client.getBooleanValue("chat-history", false), true);
    await session.refresh();
    await sdk.OpenFeature.setContext({});
    await settle();
    assert.equal(client.providerStatus, "READY");
  });

  it("is never ready before the session is known, though the evaluation context changes meanwhile", async () => {
    for (const begin of [
      () => session.signIn(),
      () => {
        session.signIn();
        session.setStale();
      },
    ]) {
      session = sdk.createTestSession({ status: "unknown", features: FEATURES });
      sdk.OpenFeature.setProvider(domain, new sdk.PlatformSessionProvider(session));
      const changed = sdk.OpenFeature.setContext({ targetingKey: "a-user" });
      told.length = 0;
      await settle();
      assert.deepEqual([client.providerStatus, told], ["RECONCILING", []]);
      assert.equal(client.getBooleanValue("chat-history", true), false);
      begin();
      await changed;
      await settle();
      assert.equal(client.providerStatus, session.snapshot.stale ? "STALE" : "READY");
      assert.equal(client.getBooleanValue("chat-history", false), true);
      await sdk.OpenFeature.clearProviders();
    }
  });

  it("lets a change of the evaluation context end where the session is closed before it was known", async () => {
    session = sdk.createTestSession({ status: "unknown" });
    sdk.OpenFeature.setProvider(domain, new sdk.PlatformSessionProvider(session));
    const changed = sdk.OpenFeature.setContext({ targetingKey: "a-user" });
    await settle();
    session.close();
    await changed;
    await settle();
    assert.equal(client.providerStatus, "ERROR");
    assert.equal(client.getBooleanValue("chat-history", true), false);
  });

  it("is stale from the beginning where the session is", async () => {
    session.setStale();
    await start();
    await settle();
    assert.equal(client.providerStatus, "STALE");
  });

  it("leaves the session open when it is closed, and says no more; it can be set again", async () => {
    const provider = new sdk.PlatformSessionProvider(session);
    await sdk.OpenFeature.setProviderAndWait(domain, provider);
    await sdk.OpenFeature.clearProviders();
    let emitted = 0;
    for (const event of Object.values(sdk.ProviderEvents))
      provider.events.addHandler(event, () => (emitted += 1));
    session.setStale();
    session.signOut();
    await settle();
    assert.equal(emitted, 0);
    assert.equal(session.snapshot.status, "unauthenticated");
    session.signIn();
    await sdk.OpenFeature.setProviderAndWait(domain, provider);
    assert.equal(client.getBooleanValue("chat-history", false), true);
    session.signOut();
    assert.equal(client.getBooleanValue("chat-history", false), false);
    await settle();
    assert.equal(emitted, 1);
  });

  it("says nothing where it was closed before it was ready", async () => {
    session = sdk.createTestSession({ status: "unknown" });
    const provider = new sdk.PlatformSessionProvider(session);
    sdk.OpenFeature.setProvider(domain, provider);
    await sdk.OpenFeature.clearProviders();
    let emitted = 0;
    for (const event of Object.values(sdk.ProviderEvents))
      provider.events.addHandler(event, () => (emitted += 1));
    session.signIn();
    session.setStale();
    await settle();
    assert.equal(emitted, 0);
  });
});

/** The flags in order. */
function normal(told) {
  const [event, flags] = told.split(" ");
  return flags ? `${event} ${flags.split(",").sort()}` : event;
}
