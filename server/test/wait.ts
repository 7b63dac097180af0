/** Asks until it is so. Fails with what was waited for. */
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
