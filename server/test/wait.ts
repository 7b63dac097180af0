/** Polls until the condition holds. Throws with the description after the timeout. */
export async function waitFor(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = 40_000,
  everyMs = 20,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
