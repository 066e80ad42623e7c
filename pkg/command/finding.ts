// What a check has found: a code for programs, a sentence for people, and what to do.

/** `wrong`: a page would not work, or its session would not be safe. `warning`: it works, but slower or worse. `unchecked`: and why not. */
export type Result = "right" | "warning" | "wrong" | "unchecked";

export interface Finding {
  code: string;
  result: Result;
  says: string;
  advice?: string;
}

/** Asks, and tells what it found, one finding after another. */
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

/** A finding with its advice where something is amiss, and the sentence of what is right where not. */
export function judge(isRight: boolean, ifRight: Finding, ifNot: Finding): Finding {
  return isRight ? ifRight : ifNot;
}
