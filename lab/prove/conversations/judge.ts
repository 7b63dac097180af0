import type { Db } from '../../../server/src/platform/db/index.ts';
import type { Pair } from './data.ts';
import type { Person } from './person.ts';

/** Times are of `performance.now`. */
export interface Sent {
  jobId: number;
  side: 'poster' | 'worker';
  text: string;
  sentAt: number;
  answeredAt?: number;
  /** When the page of the other side had it. */
  seenAt?: number;
}

type Talk = { pair: Pair; people: { poster: Person; worker: Person } };

/** Compares what was sent with the database and with both screens. Each difference is a line. */
export async function judge(db: Db, talks: readonly Talk[], messages: readonly Sent[]): Promise<string[]> {
  const rows = await db
    .selectFrom('message')
    .select(['job_id', 'number', 'sender_id', 'text'])
    .orderBy('job_id')
    .orderBy('number')
    .execute();
  const rowsByJob = groupBy(rows, (row) => row.job_id);
  const sentByJob = groupBy(messages, (message) => message.jobId);
  return talks.flatMap(({ pair: { jobId, posterId, workerId }, people }) => {
    const stored = rowsByJob.get(jobId) ?? [];
    const sent = sentByJob.get(jobId) ?? [];
    const isInOrder = stored.every(({ number }, index) => number === index + 1);
    return [
      ...(isInOrder ? [] : [`job ${jobId}: numbers ${stored.map(({ number }) => number).join(' ')}`]),
      ...(
        [
          ['poster', posterId, people.worker],
          ['worker', workerId, people.poster],
        ] as const
      ).flatMap(([side, id, reader]) => {
        const expected = sent.filter((message) => message.side === side).map(({ text }) => text);
        return [
          ...compare(
            `job ${jobId}, ${side}, stored`,
            expected,
            stored.filter((row) => row.sender_id === id).map(({ text }) => text),
          ),
          ...compare(`job ${jobId}, ${side}, on the other screen`, expected, reader.seen),
        ];
      }),
    ];
  });
}

function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return groups;
}

/** Everybody sends a message after the other, so the order is that of sending. */
export function compare(what: string, expected: readonly string[], found: readonly string[]): string[] {
  if (expected.length === found.length && expected.every((text, index) => text === found[index])) return [];
  const lost = expected.filter((text) => !found.includes(text));
  const doubled = found.filter((text, index) => found.indexOf(text) !== index);
  const details = [
    lost.length > 0 ? `lost ${lost.join(', ')}` : '',
    doubled.length > 0 ? `doubled ${doubled.join(', ')}` : '',
  ].filter(Boolean);
  return [`${what}: ${details.join('; ') || `in the order ${found.join(', ')}`}`];
}

/** How long messages took, while both processes ran, and from a kill until there were two again. */
export function summarize(
  messages: readonly Sent[],
  outages: readonly { from: number; until: number }[],
): Record<string, string> {
  const touchesOutage = ({ sentAt, seenAt = Infinity }: Sent) =>
    outages.some(({ from, until }) => sentAt < until && seenAt > from);
  const [over, apart] = [messages.filter(touchesOutage), messages.filter((each) => !touchesOutage(each))];
  const describe = (name: string, list: readonly Sent[]) =>
    list.length === 0
      ? {}
      : {
          [`${name}, answered (ms)`]: formatTimes(
            list.map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt),
          ),
          [`${name}, on the other screen (ms)`]: formatTimes(
            list.map(({ sentAt, seenAt = Infinity }) => seenAt - sentAt),
          ),
        };
  return { ...describe('both up', apart), ...describe('over a kill', over) };
}

const formatTimes = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const read = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(0);
  return `50% ${read(0.5)}, 95% ${read(0.95)}, 99% ${read(0.99)}, all ${read(1)}`;
};
