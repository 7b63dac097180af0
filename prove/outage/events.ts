import { setTimeout as sleep } from 'node:timers/promises';
import type { TestUser } from '../../server/test/user.ts';
import type { World } from '../../server/test/world.ts';

export interface Heard {
  /** `missed`, or the topic of a change. */
  heard: string[];
  close(): void;
}

const COMES_BACK_AFTER_MS = 200;

/**
 * Receives live updates like an open page. Like a browser it reconnects when the server ends its stream, which happens
 * when the session cannot be checked. It may have missed events then.
 */
export async function listenToEvents(world: World, user: TestUser): Promise<Heard> {
  const closing = new AbortController();
  const heard: string[] = [];
  const open = async () => {
    const reply = await fetch(`${world.url}/api/events`, {
      headers: { authorization: `Bearer ${user.token}` },
      signal: closing.signal,
    });
    if (!reply.ok || !reply.body) {
      await reply.body?.cancel();
      throw new Error(`/api/events answered ${reply.status}`);
    }
    return reply.body.pipeThrough(new TextDecoderStream());
  };
  const stayOpen = async (first: AsyncIterable<string>) => {
    await follow(first, heard);
    while (!closing.signal.aborted) {
      await sleep(COMES_BACK_AFTER_MS);
      const next = await open().catch(() => undefined);
      if (next === undefined) continue;
      heard.push('missed');
      await follow(next, heard);
    }
  };
  void stayOpen(await open());
  return { heard, close: () => closing.abort() };
}

async function follow(text: AsyncIterable<string>, heard: string[]): Promise<void> {
  let rest = '';
  try {
    for await (const part of text) {
      const blocks = `${rest}${part}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: missed')) heard.push('missed');
        else if (block.startsWith('data: '))
          heard.push((JSON.parse(block.slice(6)) as { topic: string }).topic);
      }
    }
  } catch {
    // Closed by us, or disconnected.
  }
}
