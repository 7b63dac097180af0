import type { FraudKind } from '@fws/contract/conversations/model';
import { areNear, toSearchedText } from '../../../platform/near-words.ts';
import { PATTERNS } from './patterns.ts';

/**
 * The known fraud whose words a message has; null: none. It is a warning to both sides and nothing else: the message stays
 * readable, and nobody is judged by it.
 */
export function findFraud(message: string, isAwarded: boolean): FraudKind | null {
  const text = toSearchedText(message);
  const found = PATTERNS.find(
    ({ pairs, untilAward }) => !(untilAward && isAwarded) && pairs.every((pair) => areNear(text, pair)),
  );
  return found?.kind ?? null;
}
