// A finding of a check: a code for programs, a sentence for people, and an advice.

/**
 * `wrong`: a page would not work, or its session would not be safe. `warning`: a page works, but slower or with less. `unchecked`: something was not
 * checked; the sentence says why.
 */
export type Result = "right" | "warning" | "wrong" | "unchecked";

export interface Finding {
  code: string;
  result: Result;
  says: string;
  advice?: string;
}

/** A check sends requests, and yields its findings one after another. */
export type Check<Context> = (context: Context) => AsyncGenerator<Finding>;

export const right = (code: string, says: string): Finding => ({ code, result: "right", says });

export const unchecked = (code: string, says: string): Finding => ({ code, result: "unchecked", says });

export const warning = (code: string, says: string, advice: string): Finding => ({
  code,
  result: "warning",
  says,
  advice,
});

export const wrong = (code: string, says: string, advice: string): Finding => ({
  code,
  result: "wrong",
  says,
  advice,
});

/** Returns one of two findings. It lets a check say its condition first. */
export function judge(isRight: boolean, ifRight: Finding, otherwise: Finding): Finding {
  return isRight ? ifRight : otherwise;
}
