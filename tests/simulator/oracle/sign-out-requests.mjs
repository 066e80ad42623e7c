// The requests for a sign-out, and what the other tabs are told of it: when one may leave, and when one must.

export class SignOutRequests {
  #client;
  #underWay = new Set();
  /** How many have left in this script in a way that outlives the page. */
  #outliving = 0;
  /** Whether one that no engine has sent has ended in this script. */
  #hasEnded = false;
  /** Whether one that outlives the page was under way as the page, or the session, went. */
  #wasUnderWay = false;
  /** Whether this script is one that calls a sign-out, or lets the page go: so often one must outlive it. */
  #isCalled = false;
  #goes = false;
  /** The lock that stood as this script began. */
  #stood = undefined;
  /** What the other tabs were told in this script, and the sign-outs that they wait for. */
  #said = [];
  #told = new Set();
  /** All of which they were ever told. */
  #named = new Set();

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  begins() {
    this.#outliving = 0;
    this.#hasEnded = this.#wasUnderWay = this.#isCalled = this.#goes = false;
    this.#stood = this.#client.watch.locks.own?.signOut;
    this.#said = [];
  }

  /** A call is about to be made. Returns what looks at a sign-out as its call returns. */
  calls(kind) {
    if (kind !== "logout") return undefined;
    const client = this.#client;
    const wasClosed = client.closed;
    this.#isCalled = true;
    const told = this.#said.length;
    return () => {
      if (wasClosed || client.closed) return;
      const { snapshot } = client.session;
      this.#check(snapshot.user === null, "signed-out", "open as the call returns");
      this.#check(snapshot.signOutPending === true, "pending", "a sign-out is not pending as it is called");
      const isTold =
        client.channels.size === 0 || this.#said.slice(told).some(([word]) => word === "signed-out");
      this.#check(isTold, "tells sign-out", "the other tabs are not told of a sign-out as it is called");
    };
  }

  /** The page goes, or its session ends: a sign-out that is not over is sent once more, unless that is under way. */
  goes() {
    this.#goes = true;
    this.#stood = this.#standing;
    this.#outliving = 0;
    this.#wasUnderWay = this.#hasKeepaliveUnderWay();
  }

  /** The engine has trapped: it may have sent it last, or have heard of its end. */
  mayGo() {
    // A page that closes its session has sent it before it asks the engine.
    const isClosing = this.#goes;
    const mayBeOver =
      this.#hasEnded ||
      this.#client.watch.answer !== undefined ||
      this.#said.some(([word]) => word === "sign-out-over");
    this.#goes = true;
    const { own } = this.#client.watch.locks;
    if (mayBeOver && own) own.isOverPerhaps = true;
    this.#stood = mayBeOver ? undefined : this.#standing;
    if (isClosing) return;
    this.#outliving = 0;
    this.#wasUnderWay = this.#hasKeepaliveUnderWay();
  }

  /** The one that stands for certain, and that the deployment is still to hear of. */
  get #standing() {
    const { own } = this.#client.watch.locks;
    return own?.isOverPerhaps || this.#isSettled ? undefined : own?.signOut;
  }

  /** Before an engine runs: it is confirmed, or given up. */
  get #isSettled() {
    const { own } = this.#client.watch.locks;
    return !this.#client.runs && (own?.isConfirmed || own?.endsWithEngine);
  }

  #hasKeepaliveUnderWay() {
    return [...this.#underWay].some(
      ({ isOfEntry, keepalive, signOut }) => isOfEntry && keepalive && signOut === this.#stood,
    );
  }

  /** A message goes out; `about`: the sign-out. */
  says(word, about) {
    const { watch } = this.#client;
    this.#said.push([word, about]);
    if (word === "signed-out") {
      const isCalled = about === watch.locks.own?.signOut;
      this.#check(isCalled, "tells sign-out", "of one that was not called");
      this.#told.add(about);
      this.#named.add(about);
    }
    if (word !== "sign-out-over") return;
    this.#check(this.#named.has(about), "tells end", "of a sign-out that no tab was told of");
    // Here the package knows better.
    const { own } = watch.locks;
    if (own?.signOut === about && (own.isOverPerhaps || own.endsWithEngine)) watch.locks.endOwn();
    // What an engine says of the journal, it says of each moment in it.
    this.#check(
      about !== watch.locks.own?.signOut || watch.engineBegan,
      "over early",
      "a sign-out is said to be over that stands",
    );
    this.#told.delete(about);
    about.isOver = true;
    if (this.#client.works) this.#client.siblingsHearOfEnd(about);
  }

  get isLeaving() {
    return this.#goes;
  }

  /** A request is under way that the engine waits for. */
  isAwaited() {
    return [...this.#underWay].some(({ isOfEntry, isAdopted }) => !isOfEntry || isAdopted);
  }

  /** A sign-out leaves. */
  sends(record) {
    if (record.keepalive) this.#outliving++;
    this.#underWay.add(record);
    const isCalled = this.#client.watch.locks.own !== undefined && !this.#isSettled;
    this.#check(isCalled, "unasked", "a sign-out that no call made, or that is over");
  }

  /** Everything that came of it has happened. */
  endsScript() {
    const { watch, channels, atSignOut } = this.#client;
    if (this.#client.gone) return;
    const { own } = watch.locks;
    // One that closes the session as it is sent, in the page's own `fetch`, is sent once more for each.
    // A page may have given it up meanwhile, by a refresh().
    if (this.#goes && this.#stood && !this.#stood.isOver) {
      this.#check(
        this.#wasUnderWay || this.#outliving > 0,
        "outlives",
        "a sign-out that is not over ends with its page, or session",
      );
      const most = this.#isCalled || atSignOut ? 2 : 1;
      this.#check(
        this.#outliving <= most,
        "twice",
        `a page that goes sends its sign-out ${this.#outliving} times`,
      );
    }
    if (channels.size === 0) return;
    const says = (word, about) => this.#said.some(([said, of]) => said === word && of === about);
    const isOver = this.#stood && own?.signOut !== this.#stood;
    this.#check(
      !isOver || says("sign-out-over", this.#stood),
      "tells end",
      "the other tabs are not told that a sign-out is over",
    );
    const hasTrapped = this.#client.endCode === "wasm-unavailable";
    const hasSignedIn = watch.answer?.meaning.is === "signed-in" && watch.ran && !hasTrapped;
    this.#check(
      !hasSignedIn || says("signed-in"),
      "tells sign-in",
      "the other tabs are not told of a sign-in",
    );
    const gaveUp = watch.gaveUpSignIn && watch.ran && !watch.closed;
    this.#check(
      !gaveUp || says("changed"),
      "tells change",
      "the other tabs are not told of a sign-in that was given up",
    );
  }

  /** A request of any kind is over, heard or given up. */
  ends(record) {
    this.#underWay.delete(record);
    this.#hasEnded ||= record.isOfEntry;
  }

  /** At rest: each sign-out that the other tabs were told of is over, and they were told so. */
  checkRest() {
    const waits = this.#told.size;
    this.#check(waits === 0, "tells end", () => `${waits} sign-outs that the other tabs wait for`);
  }
}
