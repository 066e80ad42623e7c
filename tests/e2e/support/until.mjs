/**
 * Calls `ask` again and again until its answer is truthy, and returns that answer. Fails after `timeoutMs`, naming what
 * was waited for and the last answer, so that no test can wait for ever.
 */
export async function until(what, ask, { timeoutMs = 10_000, everyMs = 20 } = {}) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) {
      throw new Error(
        `Waited ${timeoutMs} ms in vain for ${what}; the last answer was ${JSON.stringify(answer)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Settles as the promise does, or rejects after `timeoutMs`, naming what took longer. */
export async function within(timeoutMs, what, promise) {
  let timer;
  const tooLate = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
