// What a session must say, and to whom: to the one who calls, to the other tabs, and to whoever looks at the page.

export class Duties {
  #client;
  /** The words that other tabs were told in this script; and how often, at all, that a sign-out was called. */
  #said = [];
  #signOutsTold = 0;
  /** Another tab's sign-out was over in this script, while somebody was shown. */
  #isOverWhileShown = false;

  constructor(client) {
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /** A word goes out to the other tabs. */
  tells(word) {
    this.#said.push(word);
    if (word === "signed-out") this.#signOutsTold++;
  }

  /** Another tab's word comes. */
  told(word) {
    const isShown = this.#client.works && this.#client.session.snapshot.user !== null;
    this.#isOverWhileShown ||= word === "sign-out-over" && isShown;
  }

  /**
   * A sign-out is about to be called. Returns what looks at it as the call returns: it is pending, and the other tabs know
   * of it, unless it joins one that they know of.
   */
  callsSignOut() {
    const client = this.#client;
    const { calls, closed } = client;
    const joins = calls.isWaiting("logout");
    const told = this.#signOutsTold;
    return () => {
      if (closed || client.closed || client.hasTrapped) return;
      const isTold = joins || client.channels.size === 0 || this.#signOutsTold > told;
      this.#check(isTold, "tells sign-out", "the other tabs are not told of a sign-out as it is called");
      const { signOutPending } = client.session.snapshot;
      this.#check(signOutPending === true, "pending", "a sign-out is not pending as it is called");
    };
  }

  /** Everything that came of it has happened. */
  endsScript() {
    const { channels, hasTrapped, session, watch } = this.#client;
    const said = this.#said;
    const isOverWhileShown = this.#isOverWhileShown;
    this.#said = [];
    this.#isOverWhileShown = false;
    if (watch.closed || hasTrapped) return;
    const hasSignedIn = watch.heard?.meaning.is === "signed-in" && watch.ran && channels.size > 0;
    this.#check(
      !hasSignedIn || said.includes("signed-in"),
      "tells sign-in",
      "the other tabs are not told of a sign-in",
    );
    this.#check(
      !isOverWhileShown || session.snapshot.user === null,
      "hides",
      "somebody is shown on, whose session another tab's sign-out may have ended",
    );
  }

  /** At rest: each sign-out that the other tabs were told of is over, and they were told so. */
  checkRest() {
    const { channels, toldSignOuts } = this.#client;
    this.#check(
      channels.size === 0 || toldSignOuts.length === 0,
      "tells end",
      () => `${toldSignOuts.length} sign-outs that the other tabs wait for`,
    );
  }
}
