import { readFileSync } from 'node:fs';
import { findSpreadContactData } from '../../../server/src/platform/contact-filter/index.ts';
import { scoreSentences, type LabelledSentence, type Scores } from './score.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));

export const MIN_PRECISION = 0.97;
export const MIN_RECALL = 0.95;
export const MAX_FALSE_ALARMS = 0.01;

/** `held-out` was written by somebody else, before the filter. */
export const scoreSet = (name: 'tuning' | 'held-out'): Scores =>
  scoreSentences(read(name) as LabelledSentence[]);

const hasContactData = (texts: readonly string[]): boolean =>
  findSpreadContactData(texts).some((spans) => spans.length > 0);

/** The innocent threads in which something is hidden. */
export function findFalseAlarms(): { threads: number; alarms: string[] } {
  const threads = read('innocent-threads') as { texts: string[] }[];
  const alarms = threads.filter(({ texts }) => hasContactData(texts));
  return { threads: threads.length, alarms: alarms.map(({ texts }) => texts.join(' / ')) };
}

/** Contact data that only several texts together show, and texts that only look so. */
export function scoreSplitTexts(): { split: number; missed: string[]; alarms: string[] } {
  const sets = read('split-texts') as { texts: string[]; contact: boolean }[];
  const wrong = sets.filter(({ texts, contact }) => hasContactData(texts) !== contact);
  const join = (isMissed: boolean) =>
    wrong.filter(({ contact }) => contact === isMissed).map(({ texts }) => texts.join(' / '));
  return { split: sets.filter(({ contact }) => contact).length, missed: join(true), alarms: join(false) };
}
