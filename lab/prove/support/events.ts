import { setTimeout as sleep } from 'node:timers/promises';
import type { TestUser } from '../../../server/test/user.ts';
import type { World } from '../../../server/test/world.ts';

export interface EventStream {
  /** `missed`, or the topic of a change. */
  topics: string[];
  close(): void;
}

const COMES_BACK_AFTER_MS = 200;

/**
 * Receives live updates like an open page. Like a browser it reconnects when the server ends its stream, which happens
 * when the session cannot be checked. It may have missed events then.
 */
export async function listenToEvents(world: World, user: TestUser): Promise<EventStream> {
  const closing = new AbortController();
  const topics: string[] = [];
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
    await follow(first, topics);
    while (!closing.signal.aborted) {
      await sleep(COMES_BACK_AFTER_MS);
      const next = await open().catch(() => undefined);
      if (next === undefined) continue;
      topics.push('missed');
      await follow(next, topics);
    }
  };
  void stayOpen(await open());
  return { topics, close: () => closing.abort() };
}

async function follow(text: AsyncIterable<string>, topics: string[]): Promise<void> {
  let remainder = '';
  try {
    for await (const part of text) {
      const blocks = `${remainder}${part}`.split('\n\n');
      remainder = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: missed')) topics.push('missed');
        else if (block.startsWith('data: '))
          topics.push((JSON.parse(block.slice(6)) as { topic: string }).topic);
      }
    }
  } catch {
    // Closed by us, or disconnected.
  }
}
