import { expect } from 'vitest';
import { waitFor } from './wait.ts';
import type { World } from './world.ts';

/** Opens the live events of whoever the headers name, and collects what arrives. */
export async function openStream(world: World, headers: Record<string, string>) {
  const chunks: string[] = [];
  let isOver = false;
  const reply = await fetch(`${world.url}/api/events`, { headers });
  expect(reply.status).toBe(200);
  const read = async () => {
    for await (const part of reply.body ?? []) chunks.push(Buffer.from(part as Uint8Array).toString());
    isOver = true;
  };
  const done = read();
  await waitFor('the stream to begin', async () => chunks.length > 0);
  return { getText: () => chunks.join(''), over: () => isOver, done };
}
