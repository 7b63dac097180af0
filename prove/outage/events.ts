import type { TestUser } from '../../server/test/user.ts';
import type { World } from '../../server/test/world.ts';

export interface Heard {
  /** `missed`, or the topic of what changed. */
  heard: string[];
  close(): void;
}

/** An open page: what live updates tell it. */
export async function listenToEvents(world: World, user: TestUser): Promise<Heard> {
  const closing = new AbortController();
  const reply = await fetch(`${world.url}/api/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: closing.signal,
  });
  if (!reply.ok || !reply.body) throw new Error(`/api/events answered ${reply.status}`);
  const heard: string[] = [];
  void follow(reply.body.pipeThrough(new TextDecoderStream()), heard);
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
    // Closed, by us or by the server's end.
  }
}
