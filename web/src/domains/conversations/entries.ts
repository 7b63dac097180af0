import type { EventLine, Message } from '@fws/contract/conversations/schemas';

/** What a conversation shows in its order: a message, or what happened in the contract. */
export type Entry = { at: string; key: string } & (
  | { message: Message; line?: undefined }
  | { message?: undefined; line: EventLine }
);

/** `messages` and `lines`: the oldest first. A line stands behind the message that it comes after. */
export function buildEntries(messages: readonly Message[], lines: readonly EventLine[]): Entry[] {
  const listLines = (number: number) =>
    lines
      .filter(({ afterNumber }) => afterNumber === number)
      .map((line, index): Entry => ({ at: line.at, key: `${number}-${index}`, line }));
  return [
    ...listLines(0),
    ...messages.flatMap((message): Entry[] => [
      { at: message.sentAt, key: String(message.number), message },
      ...listLines(message.number),
    ]),
  ];
}
