interface SentMessage {
  number: number;
  sent_at: Date;
}

/**
 * The period of what happened between the messages of a page, the newest first. `next`: the message that follows the page;
 * null for the newest page. `isLast`: the page has the first message.
 */
export function getPeriod(
  rows: readonly SentMessage[],
  { next, isLast, begin }: { next: SentMessage | null; isLast: boolean; begin: Date },
): { from: Date; until: Date | null } {
  const oldest = rows.at(-1);
  return { from: isLast || !oldest ? begin : oldest.sent_at, until: next?.sent_at ?? null };
}

/** The number of the message of a page that something comes after; 0: it comes before the first. */
export const getNumberBefore = (rows: readonly SentMessage[], at: Date): number =>
  rows.find((message) => message.sent_at <= at)?.number ?? 0;
