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
  let received;
  let domain;
  let number = 0;
  before(async () => {
    sdk = await importBundled("openfeature.js");
    // Without a logger the SDK writes on the console that a provider failed to initialise.
    sdk.OpenFeature.setLogger({ error() {}, warn() {}, info() {}, debug() {} });
  });
  beforeEach(() => {
    session = sdk.createTestSession({ features: FEATURES });
    // Each test has a domain of its own, as the handlers of an earlier client cannot be removed.
    number += 1;
    domain = `test ${number}`;
    client = sdk.OpenFeature.getClient(domain);
    const events = [];
    received = events;
    for (const event of ["Ready", "Stale", "Error", "ConfigurationChanged", "ContextChanged"])
      client.addHandler(sdk.ProviderEvents[event], ({ flagsChanged }) =>
        events.push(flagsChanged ? `${event} ${flagsChanged}` : event),
      );
    // Removes the events of the SDK's own default provider.
    events.length = 0;
  });
  afterEach(() => sdk.OpenFeature.clearProviders());

  const start = (options) =>
    sdk.OpenFeature.setProviderAndWait(domain, new sdk.PlatformSessionProvider(session, options));
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it("evaluates a boolean flag as the gate of that feature, whatever the default", async () => {
    await start();
    const flags = [
      "chat-history",
      "report-analysis",
      "no-such-feature",
      "",
      "__proto__",
      "constructor",
      "toString",
    ];
    assert.deepEqual(
      flags.map((flag) => client.getBooleanValue(flag, true)),
      [true, false, false, false, false, false, false],
    );
    assert.equal(client.getBooleanDetails("no-such-feature", true).errorCode, undefined);
    assert.equal(client.getBooleanDetails("no-such-feature", true).reason, "DEFAULT");
    assert.equal(client.getBooleanDetails("chat-history", false).reason, "TARGETING_MATCH");
  });

  it("grants no flag by a member of Object.prototype", async () => {
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

  it("evaluates numbers, strings and objects as the feature's limit, with TYPE_MISMATCH where that is of another type", async () => {
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

  it("throws for an unknown option, and names a similar one", () => {
    const make = () => new sdk.PlatformSessionProvider(session, { unlistd: "not-found" });
    assert.throws(make, { name: "TypeError", message: "no option unlistd: unlisted?" });
  });

  it("answers FLAG_NOT_FOUND for features that are not listed, with the option for it", async () => {
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

  it("is ready once the session is known, and not before", async () => {
    session = sdk.createTestSession({ status: "unknown", features: FEATURES });
    sdk.OpenFeature.setProvider(domain, new sdk.PlatformSessionProvider(session));
    await settle();
    assert.equal(client.providerStatus, "NOT_READY");
    session.setUnknown("network");
    session.signIn();
    await settle();
    assert.equal(client.providerStatus, "READY");
    assert.equal(client.getBooleanValue("chat-history", false), true);
    assert.deepEqual(received, ["Ready"]);
  });

  it("fails with GENERAL, and not with a fatal error, where the session is closed", async () => {
    session.close();
    await assert.rejects(start(), { code: "GENERAL", message: /closed/ });
    assert.equal(client.providerStatus, "ERROR");
    assert.equal(client.getBooleanValue("chat-history", true), false);
  });

  it("names exactly the flags that changed", async () => {
    await start();
    received.length = 0;
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
    assert.deepEqual(received.map(withSortedFlags), ["ConfigurationChanged daily-limit,report-analysis"]);
    received.length = 0;
    session.signOut();
    await settle();
    assert.deepEqual(received.map(withSortedFlags), [`ConfigurationChanged ${Object.keys(FEATURES).sort()}`]);
    assert.equal(client.providerStatus, "READY");
    assert.equal(client.getBooleanValue("chat-history", true), false);
  });

  it("maps unknown, stale and failed sessions to the SDK's states, and becomes ready again", async () => {
    await start();
    received.length = 0;
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
    const states = received.filter((event) => !event.startsWith("Configuration"));
    assert.deepEqual(states, ["Stale", "Ready", "Error", "Ready", "Stale", "Ready", "Error"]);
  });

  it("stays stale at a change of the evaluation context, which changes no flag", async () => {
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

  it("is not ready before the session is known, even where the evaluation context changes meanwhile", async () => {
    for (const makeKnown of [
      () => session.signIn(),
      () => {
        session.signIn();
        session.setStale();
      },
    ]) {
      session = sdk.createTestSession({ status: "unknown", features: FEATURES });
      sdk.OpenFeature.setProvider(domain, new sdk.PlatformSessionProvider(session));
      const changed = sdk.OpenFeature.setContext({ targetingKey: "a-user" });
      received.length = 0;
      await settle();
      assert.deepEqual([client.providerStatus, received], ["RECONCILING", []]);
      assert.equal(client.getBooleanValue("chat-history", true), false);
      makeKnown();
      await changed;
      await settle();
      assert.equal(client.providerStatus, session.snapshot.stale ? "STALE" : "READY");
      assert.equal(client.getBooleanValue("chat-history", false), true);
      await sdk.OpenFeature.clearProviders();
    }
  });

  it("completes a change of the evaluation context where the session is closed before it was known", async () => {
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

  it("starts stale with a stale session", async () => {
    session.setStale();
    await start();
    await settle();
    assert.equal(client.providerStatus, "STALE");
  });

  it("emits no event after it is closed, leaves the session open, and can be set again", async () => {
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

  it("emits no event where it was closed before it was ready", async () => {
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

/** Returns an entry of `received` with its flags sorted. */
function withSortedFlags(entry) {
  const [event, flags] = entry.split(" ");
  return flags ? `${event} ${flags.split(",").sort()}` : event;
}
