import type { HiddenKind } from '@fws/contract/platform/contact-data';
import { listHiddenKinds, maskTexts, readMasked } from '../../../platform/contact-filter/index.ts';
import { isSender } from '../policy.ts';

/** A number is spread over so many messages before another one, or after it. */
export const NEAR_MAX = 6;

interface Masked {
  masked: string | null;
  filter_version: number;
}

interface Sent {
  number: number;
  sender_id: number;
  text: string;
  taken_back_at: Date | null;
}

/** What its writer sent around a message while the other side wrote nothing. `near`: in order, with the message. */
export function pickRun<Message extends Sent>(near: readonly Message[], message: Message): Message[] {
  const { number, sender_id: senderId } = message;
  const around = near.filter((other) => Math.abs(other.number - number) <= NEAR_MAX);
  const isOther = (other: Message) => !isSender(other, senderId);
  const start = around.findLastIndex((other) => other.number < number && isOther(other)) + 1;
  const end = around.findIndex((other) => other.number > number && isOther(other));
  return around.slice(start, end === -1 ? undefined : end);
}

/** What others read of messages that follow each other; null: all of it. Of one that was taken back nobody reads anything. */
export function maskRun(run: readonly Sent[]): (string | null)[] {
  const texts = run.map(({ text, taken_back_at: takenBackAt }) => (takenBackAt === null ? text : ''));
  const masked = maskTexts(texts);
  return texts.map((text, index) => {
    const form = masked?.[index] ?? text;
    return form === text ? null : form;
  });
}

export const readMaskedText = (row: Masked & { text: string }): string =>
  readMasked(row, () => maskTexts([row.text])?.[0] ?? null) ?? row.text;

/** A number of which the text has only a part is one, too. */
export function listHidden({ text, masked }: { text: string; masked: string | null }): HiddenKind[] {
  if (masked === null) return [];
  const kinds = listHiddenKinds([text]);
  return kinds.length > 0 ? kinds : ['number'];
}
