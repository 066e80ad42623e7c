// What a page knows of sign-outs, and what they forbid it to show: stated over what was called, heard and judged, and
// never over what the package shows or says of itself.

/** How long a sign-in waits for a sign-out that it does not hear the end of. */
export const PATIENCE_MS = 3_000;

/** One sign-out, from its call to the deployment's judgement. */
export class SignOut {
  /** When the deployment judged it first, and whose session it ended. */
  judged = undefined;
  /** A request has left that tells of it, and whose answer its caller waits for. */
  sent = false;

  /** `id`: of the one whose cookie the browser held at the call. */
  constructor(id) {
    this.id = id;
  }
}

/** The sign-outs that one page has called, or heard of. */
export class KnownSignOuts {
  #world;
  #timeoutMs;
  #list = [];

  constructor(world, timeoutMs) {
    this.#world = world;
    this.#timeoutMs = timeoutMs;
  }

  get newestOwn() {
    return this.#list.findLast(({ own }) => own)?.signOut;
  }

  /** Called here, and not judged yet. */
  get ownToBeJudged() {
    return this.#list.filter(({ own, signOut }) => own && !signOut.judged).map(({ signOut }) => signOut);
  }

  /**
   * `own`: it was called here. `shown`: who was shown here then. Where nobody was, a sign-out that is called again is about the
   * same person as before; else about the one who was `named` last.
   */
  learns(signOut, own, shown, named) {
    const at = this.#world.tick();
    const pending = this.#list.findLast(({ released }) => released === undefined);
    const id = shown ?? pending?.id ?? named ?? signOut.id;
    const heard = [{ tick: at, clocks: this.#world.clocks() }];
    this.#list.push({ signOut, own, id, at, clocks: heard[0].clocks, heard, released: undefined });
    return at;
  }

  /** An engine is told of those of other tabs, and counts their time from then on. */
  tellsAnEngine() {
    for (const { heard } of this.#list)
      heard.push({ tick: this.#world.tick(), clocks: this.#world.clocks() });
  }

  /** The page asks for the truth, or a sign-in succeeded: what it asks from here on may show anyone. */
  release(which = () => true, at = this.#world.tick()) {
    for (const known of this.#list) {
      if (which(known)) known.released ??= at;
    }
  }

  /**
   * Another tab says that its sign-out is over; whether this page had heard of that one. A page that had not, or whose
   * module was lost since, cannot tell which is meant: to it the oldest may be over.
   */
  ends(signOut) {
    const stands = this.#list.filter(({ own, released }) => !own && released === undefined);
    const known = stands.find((other) => other.signOut === signOut);
    const isSure = known !== undefined && !known.isForgotten;
    const mayEnd = isSure ? [known] : [known, stands[0], stands.find(({ isForgotten }) => !isForgotten)];
    this.release((other) => mayEnd.includes(other));
    if (isSure) known.isOver = true;
    return isSure || stands.length === 0;
  }

  /** Of other tabs or sessions some were heard of, each of them to its end; and none that was called here stands. */
  get areOver() {
    const others = this.#list.filter(({ own }) => !own);
    const stands = this.#list.some(({ own, released }) => own && released === undefined);
    return others.length > 0 && others.every(({ isOver }) => isOver) && !stands;
  }

  /** The module is lost, and with it the count of the sign-outs of other tabs. */
  restarts() {
    for (const known of this.#list) known.isForgotten = true;
  }

  /**
   * A good answer to a read: where it denies that the one who signed out is there, that sign-out is over, by what was known
   * when it was asked for.
   */
  hears({ asked, id }) {
    // Whose session one ended that was lost on its way, nobody tells this page.
    const isNobodys = (known) => id === null || id !== (asked > known.failedAt ? known.id : whom(known));
    this.release((known) => asked > known.at && isNobodys(known), asked - 1);
  }

  /** The request that told of these has failed. */
  fails(signOuts) {
    for (const known of this.#list) {
      if (known.own && signOuts.includes(known.signOut)) known.failedAt = this.#world.tick();
    }
  }

  /**
   * The sign-out that forbids to show somebody on the word of this answer, if one does:
   * - one that was called or heard of here after the answer was asked for;
   * - one of the same person that the deployment judged after the answer, or has not judged: for as long as the page
   *   waits for it, unless something else has ended it for this page before the answer was asked for.
   */
  against(answer) {
    return this.#list.find((known) => this.#forbids(known, answer));
  }

  #forbids(known, answer) {
    const { signOut, own, at, heard, released } = known;
    const { asked, judged, id } = answer;
    if (answer.signsIn) return own && asked < at && answer.at > at;
    if (asked < at) return true;
    if (whom(known) !== id) return false;
    if (signOut.judged && judged > signOut.judged.tick) return false;
    if (released !== undefined && asked > released) return false;
    // Its time is over once it is so since the page heard of it, or since its engine did.
    const stands = ({ tick, clocks }) =>
      [...this.#world.heightsBetween(tick, asked), answer.clocks].every(
        (then) => passed(clocks, then) < this.#timeoutMs,
      );
    return own || heard.every(stands);
  }
}

/** By the clock that has run further. */
export const passed = (from, to) => Math.max(to.wall - from.wall, to.mono - from.mono);

/** Whose session it ended; until that is known, who was to be signed out as far as the page could tell. */
const whom = ({ signOut, id }) => (signOut.judged ? signOut.judged.id : id);

/** For a message: what happened, in order. */
export function describeSignOut({ signOut, own, at, released }, { asked, judged }) {
  const said = own ? "called" : "heard of";
  return `a sign-out ${said} at ${at}, judged at ${signOut.judged?.tick ?? "no time"}, over at ${released ?? "no time"}; the answer was asked for at ${asked} and judged at ${judged}`;
}
