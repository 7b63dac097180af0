/** Polls until the condition holds. Throws with the description after the timeout. */
export async function waitFor(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 40_000,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
