import type { SharedMessageId } from '@fws/contract/platform/messages';
import { getText } from '../src/platform/messages.ts';

const ID = /^[a-z]+\.[a-z_\d]+$/;

/** Fields that hold the id of a text on purpose: why a step is not possible, and what is waited for. Screens translate it. */
const REASONS = new Set(['reason', 'next_reason', 'waitingFor', 'waiting_for', 'whileSuspended']);

/**
 * The places of a reply where a reader would see the id under which a text is stored, as "data.milestones.0.name". A name
 * that is stored as an id must leave the server in the reader's language: a screen knows only the texts of its own areas.
 */
export function listStoredIds(reply: unknown, path: readonly string[] = []): string[] {
  if (typeof reply === 'string')
    return isMessageId(reply) && !REASONS.has(path.at(-1) ?? '') ? [`${path.join('.')}: ${reply}`] : [];
  if (typeof reply !== 'object' || reply === null) return [];
  return Object.entries(reply).flatMap(([key, value]) => listStoredIds(value, [...path, key]));
}

const isMessageId = (text: string): boolean => ID.test(text) && getText('en', text as SharedMessageId) !== '';
