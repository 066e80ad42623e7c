// Slips in what the entry decides before the module runs: one each, which the rules must not let pass.

import { step } from "../../pkg/entry/opening.js";

const isHeard = (event, name) => event.type === "heard" && event.name === name;

/** Keeps the first read at a message that may make its answer an old one. */
const keepsRead = (message) => (state, event) => {
  const [next, effects] = step(state, event);
  if (!isHeard(event, message) || next.is !== "opening") return [next, effects];
  return [{ ...next, read: state.read }, effects.filter((effect) => effect.do !== "abandon")];
};

/** Leaves out the effects of this kind. */
const without =
  (name, isAt = (_event, _state) => true) =>
  (state, event) => {
    const [next, effects] = step(state, event);
    return isAt(event, state) ? [next, effects.filter((effect) => effect.do !== name)] : [next, effects];
  };

/** Keeps the calls that are to be refused. */
const keepsCalls = (isAt) => (state, event) => {
  const [next, effects] = step(state, event);
  if (!isAt(event) || !state.calls || !("calls" in next)) return [next, effects];
  return [{ ...next, calls: state.calls }, effects.filter((effect) => effect.do !== "refuse")];
};

/** An engine begins with something else. */
const startsWith = (change) => (state, event) => {
  const [next, effects] = step(state, event);
  return [next, effects.map((effect) => (effect.do === "start" ? { ...effect, ...change(effect) } : effect))];
};

/** A page that forgets whose it was. */
const forgetful = (isAt) => (state, event) => {
  const [next, effects] = step(state, event);
  return [isAt(event, next) && "last" in next ? { ...next, last: undefined } : next, effects];
};

export const SLIPS = {
  "does not hear a sign-out of another tab": (state, event) =>
    isHeard(event, "signed-out") && state.is !== "running" ? [state, []] : step(state, event),
  "keeps quiet that the page was looked at": startsWith(() => ({ looked: false })),
  "keeps quiet that the page was looked at, where the first read had failed": startsWith(
    ({ read, looked }) => ({ looked: looked && read !== "failed" }),
  ),
  "shows an answer from before a sign-out": (state, event) =>
    step(event.type === "answered" && state.is === "opening" ? { ...state, showable: true } : state, event),
  "hands over an answer from before another tab's sign-out": keepsRead("signed-out"),
  "hands over an answer from before another tab's sign-in": keepsRead("signed-in"),
  "hands over an answer from before the end of another tab's sign-out": keepsRead("sign-out-over"),
  "makes a request for another than the one whose it is": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isHeard(event, "signed-in") || next.is !== "opening") return [next, effects];
    return [{ ...next, calls: state.calls }, effects.filter((effect) => effect.do !== "refuse")];
  },
  "takes a request for nobody's that was made before the first answer": (state, event) => {
    const [next, effects] = step(state, event);
    return event.type === "answered" && next.calls
      ? [{ ...next, calls: state.calls }, effects]
      : [next, effects];
  },
  "loses a call to a message of another tab": (state, event) => {
    const owned = state.calls?.map((call) => ({ ...call, kind: "fetch", owner: 1 }));
    return step(isHeard(event, "signed-out") && owned ? { ...state, calls: owned } : state, event);
  },
  "signs in by what was typed before the page was left": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isHeard(event, "leaving") || next.is !== "away") return [next, effects];
    return [{ ...next, calls: state.calls ?? [] }, effects.filter((effect) => effect.do !== "refuse")];
  },
  "ends what somebody began in another tab": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isHeard(event, "signed-in") || next.is === "running") return [next, effects];
    return [{ ...next, pending: state.pending }, effects.filter((effect) => effect.do !== "say")];
  },
  "tells no other tab of a sign-out before its module is there": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, event.type === "called" ? effects.filter((effect) => effect.do !== "say") : effects];
  },
  "leaves the other tabs guarding against a sign-out that is over": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, effects.filter((effect) => effect.do !== "say")];
  },
  "keeps its gates open on the way into the back/forward cache": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, isHeard(event, "leaving") ? effects.filter((effect) => effect.do !== "hide") : effects];
  },
  "never asks again for a module that failed": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, effects.filter((effect) => effect.do !== "retry")];
  },
  "takes the message of an older try": (state, event) =>
    step(state, event.type === "failed" ? { ...event, attempt: state.attempt } : event),
  "keeps the calls of an engine that trapped": (state, event) => {
    const [next, effects] = step(state, event);
    const hide = (effect) => (effect.do === "hide" ? { ...effect, error: false } : effect);
    return [next, event.type === "trapped" ? effects.map(hide) : effects];
  },
  "forgets with an engine what it had heard": (state, event) => {
    const [next, effects] = step(state, event);
    return [event.type === "trapped" ? { ...next, messages: [] } : next, effects];
  },
  "forgets a sign-out that no engine could tell of": (state, event) =>
    step({ ...state, pending: false }, event),
  "tries from the back/forward cache": (state, event) => {
    const [next, effects] = step(state, event);
    return isHeard(event, "leaving")
      ? [next, effects.filter((effect) => effect.do !== "halt")]
      : [next, effects];
  },
  "asks for the module while it is offline": (state, event) =>
    step(
      isHeard(event, "offline") ? { ...state, online: true } : state,
      isHeard(event, "offline") ? {} : event,
    ),
  "goes on after close": (state, event) =>
    state.is === "closed" && event.type === "called"
      ? [state, [{ do: "pass", call: event.call }]]
      : step(state, event),
  "starts on a page that is away": (state, event) =>
    event.type === "loaded" && state.is === "away"
      ? step({ ...state, is: "opening", read: "none" }, event)
      : step(state, event),
  "forgets whose page it was on the way into the back/forward cache": forgetful((event) =>
    isHeard(event, "leaving"),
  ),
  "forgets whose page it was where its module fails": forgetful((_, { is }) => is === "waiting"),
  "forgets whose page it was where it asks for its module again": forgetful(
    (event, { is }) => is === "opening" && (event.type === "due" || event.type === "called"),
  ),
  "forgets whom an engine has shown": (state, event) =>
    event.type === "published" ? [state, []] : step(state, event),
  "takes who has signed out for who is there": (state, event) => {
    const [next, effects] = step(state, event);
    return [event.type === "called" && "last" in next ? { ...next, last: state.last } : next, effects];
  },
  "shows somebody in another's place": (state, event) =>
    step(event.type === "answered" ? { ...state, last: undefined } : state, event),
  "forgets that it was told of another than the one whose page it is": (state, event) => {
    const [next, effects] = step(state, event);
    return [event.type === "answered" && "messages" in next ? { ...next, messages: [] } : next, effects];
  },
  "keeps its gates open where the deployment takes back what a server read": without(
    "hide",
    ({ type }) => type === "answered",
  ),
  "shows what a server read in the place of what it is told": without(
    "show",
    ({ type }, { initial }) => type === "answered" && initial !== undefined,
  ),
  "shows no answer after its return": without(
    "show",
    ({ type }, { messages }) => type === "answered" && messages?.length > 0,
  ),
  "has an engine send what the page asked for before its return": startsWith(({ messages }) => ({
    messages: messages.filter((message) => message !== "restored"),
  })),
  "has an engine send what the page asked for before another tab's sign-in": startsWith(({ messages }) => ({
    messages: messages.filter((message) => message !== "signed-in"),
  })),
  "has an engine send what a page asked for that shows nobody, before another tab's sign-in": startsWith(
    ({ messages, user }) => ({
      messages: messages.filter((message) => message !== "signed-in" || user !== undefined),
    }),
  ),
  "does not tell the next engine of a sign-in that a lost one has heard": (state, event) => {
    const [next, effects] = step(state, event);
    return [
      event.type === "trapped" && next.messages
        ? { ...next, messages: next.messages.filter((message) => message !== "signed-in") }
        : next,
      effects,
    ];
  },
  "signs out who has come since it was called, in another tab": keepsCalls((event) =>
    isHeard(event, "signed-in"),
  ),
  "signs in by what was called before the sign-out": (state, event) => {
    const [next, effects] = step(state, event);
    if (event.call?.kind !== "logout" || !next.calls) return [next, effects];
    const kept = (state.calls ?? []).filter(({ kind }) => kind === "login");
    return [
      { ...next, calls: [...kept, ...next.calls] },
      effects.filter(({ call }) => call?.kind !== "login"),
    ];
  },
  "makes a request for who has come that was nobody's": (state, event) => {
    const [next, effects] = step(state, event);
    const forget = (call) => ({ ...call, owner: call.owner ?? undefined });
    return [next.calls ? { ...next, calls: next.calls.map(forget) } : next, effects];
  },
  "signs out who has come since the page was left": keepsCalls((event) => isHeard(event, "leaving")),
  "signs out who is there when the page is back": keepsCalls((event) => isHeard(event, "restored")),
  "shows a sign-out as pending that it has given up": without("hide", (event) => isHeard(event, "signed-in")),
  "forgets that the module did not come as it gives up a sign-out": (state, event) => {
    const [next, effects] = step(state, event);
    const hide = (effect) => (effect.do === "hide" ? { ...effect, error: false } : effect);
    return [next, isHeard(event, "signed-in") ? effects.map(hide) : effects];
  },
  "gives up a sign-out whose caller it sends away": (state, event) => {
    const [next, effects] = step(state, event);
    const gaveUp = effects.some((effect) => effect.do === "refuse" && effect.call.kind === "logout");
    return [gaveUp && "pending" in next ? { ...next, pending: undefined } : next, effects];
  },
  "lets a sign-in go on after another tab's sign-out": keepsCalls((event) => isHeard(event, "signed-out")),
  "forgets who has signed out": startsWith(({ signOut }) => ({
    signOut: signOut && { ...signOut, user: undefined },
  })),
  "takes a sign-out after a sign-in that was not shown to be about the one before": (state, event) => {
    const [next, effects] = step(state, event);
    const { last, pending } = state;
    if (event.call?.kind !== "logout" || !next.pending) return [next, effects];
    return [{ ...next, pending: { ...next.pending, user: last ?? pending?.user } }, effects];
  },
  "takes a sign-out after a refresh to be about the one before": (state, event) => {
    const [next, effects] = step(state, event);
    return event.call?.kind === "refresh" ? [{ ...next, pending: state.pending }, effects] : [next, effects];
  },
  "takes a sign-out after another tab's message to be about the one before": (state, event) => {
    const [next, effects] = step(state, event);
    const isChange = isHeard(event, "changed") && next.pending;
    return [isChange ? { ...next, pending: { ...next.pending, unseen: false } } : next, effects];
  },
  "tells no other tab of a sign-out that is called again": without(
    "say",
    ({ type }, { pending }) => type === "called" && pending !== undefined,
  ),
  "does not count what engines say": (state, event) =>
    event.type === "said" ? [state, []] : step(state, event),
  "says once that two sign-outs are over": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, effects.map((effect) => (effect.do === "holdUp" ? { ...effect, told: 1 } : effect))];
  },
  "sends no sign-out that waits as its page goes": without("depart", ({ type }) => type === "heard"),
  "sends no sign-out that is called as its page goes": without("depart", ({ type }) => type === "called"),
  "sends no sign-out that waits as it is closed": without("depart", ({ type }) => type === "closed"),
  "sends a sign-out that nobody waits for": (state, event) => {
    const [next, effects] = step(state, event);
    return isHeard(event, "leaving") ? [next, [{ do: "depart" }, ...effects]] : [next, effects];
  },
  "takes a sign-out that it has sent for one that is over": (state, event) => {
    const [next, effects] = step(state, event);
    const isSent = effects.some((effect) => effect.do === "depart");
    return [isSent ? { ...next, messages: state.messages } : next, effects];
  },
  "tells no other tab of a sign-out over which an engine was lost": without(
    "say",
    ({ type }) => type === "trapped",
  ),
};
