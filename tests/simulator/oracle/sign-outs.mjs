// Checks the sign-outs of one session: what it shows and sends as one is called, and that a pending one outlives the page.

export class SignOuts {
  #client;
  /** The requests of sign-outs that have no answer yet. */
  #underWay = new Set();
  /** How many of them have `keepalive`, and so outlive the page. Counted from `pagehide` or the end of the session on. */
  #outliving = 0;
  /** Whether one must outlive the page: it was left, or its session ended in this script, while a sign-out was pending. */
  #mustOutlive = false;
  /** The messages to the other tabs in this script. */
  #messages = [];
  /** The names of the sign-outs that the other tabs know of, without their ends. */
  #announced = new Set();

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  beginScript() {
    this.#mustOutlive = false;
    this.#messages = [];
  }

  /** Notes a call that is about to be made. For a sign-out it returns a function to call as the call returns. */
  noteCall(kind) {
    const client = this.#client;
    if (kind !== "logout" || client.closed) return undefined;
    const messagesBefore = this.#messages.length;
    return () => {
      if (client.closed) return;
      const { snapshot } = client.session;
      this.#check(snapshot.user === null, "signed-out", "open as the call returns");
      this.#check(snapshot.signOutPending === true, "pending", "a sign-out is not pending as it is called");
      const newMessages = this.#messages.slice(messagesBefore);
      const isAnnounced = client.channels.size === 0 || newMessages.includes("signed-out");
      this.#check(isAnnounced, "tells sign-out", "the other tabs are not told of a sign-out as it is called");
    };
  }

  /** Notes `pagehide` or the end of the session. A pending sign-out must then be sent with `keepalive`, unless that request is under way. */
  notePageHide() {
    const { watch, session } = this.#client;
    const isOver = Math.max(watch.signedOut, watch.signedInElsewhere) > watch.calledOut;
    this.#outliving = [...this.#underWay].filter(({ keepalive }) => keepalive).length;
    this.#mustOutlive = session.snapshot.signOutPending && !isOver;
  }

  /** Notes a message to the other tabs. `name` is the name of its sign-out. */
  noteMessage(word, name) {
    this.#messages.push(word);
    if (word === "signed-out") this.#announced.add(name);
    if (word === "sign-out-over") this.#announced.delete(name);
  }

  /** Notes the request of a sign-out, and checks that a call has asked for it. */
  noteRequest(record) {
    const { calledOut, signedOut, signedIn } = this.#client.watch;
    // An engine that traps on the answer to a sign-out does not know the answer, and sends the sign-out again.
    const hasTrapped = this.#client.endCode === "wasm-unavailable";
    if (record.keepalive) this.#outliving++;
    this.#underWay.add(record);
    const isCalled = hasTrapped || calledOut > Math.max(signedOut, signedIn);
    this.#check(isCalled, "unasked", "a sign-out that no call made, or that is over");
  }

  /** Checks, at the end of a script, that a pending sign-out outlives its page or session. */
  endScript() {
    this.#check(
      !this.#mustOutlive || this.#outliving > 0,
      "outlives",
      "a sign-out that is not over ends with its page, or session",
    );
  }

  /** Notes that a request of any kind has ended, with an answer or an abort. */
  noteEnd(record) {
    this.#underWay.delete(record);
  }

  /** Checks at rest that the other tabs know of the end of each sign-out. */
  checkRest() {
    const { size } = this.#announced;
    this.#check(size === 0, "tells end", () => `the other tabs still wait for ${size} sign-outs`);
  }
}
