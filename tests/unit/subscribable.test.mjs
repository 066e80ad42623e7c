import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createSubscribable, keepListeners, observable } from "../../pkg/entry/subscribable.js";

/** Returns a subscribable with a value that `set` changes. */
function value(initial) {
  let current = initial;
  const { subscribe, notify } = createSubscribable(() => current);
  const set = (next) => {
    current = next;
    notify();
  };
  return { subscribe, notify, set };
}

const browserReport = globalThis.reportError;
let reported = [];

describe("A subscribable on a server", () => {
  it("calls a listener once, at once, and keeps none", () => {
    const watched = [];
    const { subscribe, notify } = createSubscribable(
      () => received.length,
      (isWatched) => watched.push(isWatched),
    );
    const received = [];
    const stop = subscribe((now) => received.push(now));
    notify();
    stop();
    stop.unsubscribe();
    assert.deepEqual([received, watched], [[0], [false, false]]);
  });
});

describe("A subscribable", () => {
  beforeEach(() => {
    keepListeners();
    reported = [];
    globalThis.reportError = (error) => reported.push(error);
  });
  afterEach(() => {
    globalThis.reportError = browserReport;
  });

  it("takes an observer: calls its `next` of that moment, with the observer as `this`", () => {
    const { subscribe, set } = value(1);
    const observer = {
      received: [],
      next(now) {
        this.received.push(now);
      },
    };
    subscribe(observer);
    set(2);
    assert.deepEqual(observer.received, [1, 2]);
    subscribe({});
    set(3);
    assert.deepEqual([observer.received, reported], [[1, 2, 3], []]);
  });

  it("throws a TypeError for a value that is neither function nor object", () => {
    const { subscribe } = value(1);
    for (const listener of [undefined, null, 1, "listener", Symbol("x")]) {
      assert.throws(() => subscribe(listener), TypeError);
    }
  });

  it("calls a listener as often as it has subscribed; each subscription ends by itself", () => {
    const { subscribe, set } = value(1);
    let received = 0;
    const listener = () => {
      received += 1;
    };
    const first = subscribe(listener);
    subscribe(listener);
    first();
    received = 0;
    set(2);
    assert.equal(received, 1);
  });

  it("calls the listeners after one that throws, also where there is no `reportError`, as on a server", (test) => {
    delete globalThis.reportError;
    test.mock.method(console, "error", () => {});
    const { subscribe, set } = value(1);
    const received = [];
    subscribe(() => {
      throw new Error("broken");
    });
    subscribe((now) => received.push(now));
    set(2);
    assert.deepEqual(received, [1, 2]);
  });

  it("tells no older value to a listener that subscribes after a change without listeners", () => {
    let [now, isWatched] = [1, false];
    const { subscribe, notify } = createSubscribable(
      () => now,
      (watched) => {
        isWatched = watched;
      },
    );
    const set = (next) => {
      now = next;
      if (isWatched) notify();
    };
    const received = [];
    const stop = subscribe((value) => {
      if (value !== 2) return;
      stop();
      set(3);
      subscribe((late) => received.push(late));
    });
    set(2);
    assert.deepEqual(received, [3]);
    set(4);
    assert.deepEqual(received, [3, 4]);
  });

  it("is watched while it has a listener, also where another listener ends as the watch begins", () => {
    const watched = [];
    const { subscribe } = createSubscribable(
      () => 1,
      (isWatched) => {
        watched.push(isWatched);
        if (watched.length === 1) subscribe(() => {})();
      },
    );
    const stop = subscribe(() => {});
    assert.equal(watched.at(-1), true);
    stop();
    assert.equal(watched.at(-1), false);
  });

  it("passes a value once that changes because of a new listener", () => {
    let now = 1;
    const { subscribe, notify } = createSubscribable(
      () => now,
      () => {
        now = 2;
        notify();
      },
    );
    const received = [];
    subscribe((value) => received.push(value));
    assert.deepEqual(received, [2]);
  });

  it("does not call a listener that has ended", () => {
    const { subscribe, notify } = value(1);
    subscribe(() => {})();
    notify();
    assert.deepEqual(reported, []);
  });
});

describe("observable", () => {
  it("gives a target both names of the method that makes it observable, and hides them", () => {
    const target = Object.freeze(observable({ subscribe() {} }));
    const symbol = Symbol.observable ?? Symbol.for("observable");
    assert.equal(target[symbol](), target);
    assert.equal(target["@@observable"](), target);
    assert.deepEqual(Object.keys(target), ["subscribe"]);
  });
});
