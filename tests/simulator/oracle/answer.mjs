// What an answer says.

/** What a good answer says, when it was asked for and judged, and how new that is against others. */
export function answerOf({ seq, judged, clocks }, meaning, at) {
  const { is, account = null, role, key } = meaning;
  const signsIn = is === "signed-in";
  return {
    signsIn,
    account,
    id: account?.id ?? null,
    role,
    key,
    asked: seq,
    clocks,
    judged: judged.tick,
    at,
    // However old the request: the deployment has signed this person in, and told it last.
    rank: signsIn ? at : seq,
  };
}
