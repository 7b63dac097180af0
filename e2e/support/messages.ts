import { expect, type Product } from './fixtures.ts';

/** The texts of what was sent to an address, newest first. */
export async function listTextsTo(product: Product, to: string): Promise<string[]> {
  const response = await fetch(`${product.sandboxUrl}/outbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { text: string }[]).map(({ text }) => text);
}

/** Waits for the alert that matches `begins`, and returns the path of its link. */
export async function findAlertPath(product: Product, to: string, begins: RegExp): Promise<string> {
  let path = '';
  await expect(async () => {
    const text = (await listTextsTo(product, to)).find((candidate) => begins.test(candidate));
    path = new URL(/https?:\S+\/not-me\/\S+/.exec(text ?? '')?.[0] ?? '').pathname;
  }).toPass({ timeout: 30_000 });
  return path;
}
