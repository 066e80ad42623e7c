// Checks the sign-outs of a page: what is shown and told as one is called, and that it outlives the page.

export class SignOuts {
  #client;
  #underWay = new Set();
  /** How many sign-outs have left in this script, since the page or its session goes, in a way that outlives it. */
  #outliving = 0;
  /** Whether a sign-out must outlive the page: it goes, or its session ends, while one is not confirmed. */
  #mustOutlive = false;
  /** The messages to the other tabs in this script, and the sign-outs that those wait for, by name. */
  #said = [];
  #told = new Set();

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  begins() {
    this.#mustOutlive = false;
    this.#said = [];
  }

  /** Notes that a call is about to be made. Returns a function that checks a sign-out as its call returns. */
  calls(kind) {
    const client = this.#client;
    if (kind !== "logout" || client.closed) return undefined;
    const told = this.#said.length;
    return () => {
      if (client.closed) return;
      const { snapshot } = client.session;
      this.#check(snapshot.user === null, "signed-out", "open as the call returns");
      this.#check(snapshot.signOutPending === true, "pending", "a sign-out is not pending as it is called");
      const isTold = client.channels.size === 0 || this.#said.slice(told).includes("signed-out");
      this.#check(isTold, "tells sign-out", "the other tabs are not told of a sign-out as it is called");
    };
  }

  /** Notes that the page goes, or its session ends. A sign-out that the session calls pending is sent once more, unless it is under way. */
  goes() {
    const { watch, session } = this.#client;
    const isOver = Math.max(watch.signedOut, watch.signedInElsewhere) > watch.calledOut;
    this.#outliving = [...this.#underWay].filter(({ keepalive }) => keepalive).length;
    this.#mustOutlive = session.snapshot.signOutPending && !isOver;
  }

  /** Notes a message to other tabs; `name`: the sign-out's. */
  says(word, name) {
    this.#said.push(word);
    if (word === "signed-out") this.#told.add(name);
    if (word === "sign-out-over") this.#told.delete(name);
  }

  /** Notes that the request of a sign-out leaves. */
  sends(record) {
    const { calledOut, signedOut, signedIn } = this.#client.watch;
    // An engine that traps on the answer has not heard it.
    const hasTrapped = this.#client.endCode === "wasm-unavailable";
    if (record.keepalive) this.#outliving++;
    this.#underWay.add(record);
    const isCalled = hasTrapped || calledOut > Math.max(signedOut, signedIn);
    this.#check(isCalled, "unasked", "a sign-out that no call made, or that is over");
  }

  /** Checks a script at its end, once everything that came of it has happened. */
  endsScript() {
    this.#check(
      !this.#mustOutlive || this.#outliving > 0,
      "outlives",
      "a sign-out that is not over ends with its page, or session",
    );
  }

  /** Notes that a request of any kind is over, answered or given up. */
  ends(record) {
    this.#underWay.delete(record);
  }

  /** Checks at rest that each sign-out that the other tabs were told of is over, and that they were told so. */
  checkRest() {
    const waits = this.#told.size;
    this.#check(waits === 0, "tells end", () => `${waits} sign-outs that the other tabs wait for`);
  }
}
