import type { OwnOutcome } from '@fws/contract/reliability/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Badge } from '../../../ui/index.ts';

const TONES = { kept: 'released', cancelled: 'stop', late: 'wait', uncounted: undefined } as const;

/** What a job is in the record. What FWS lifted counts no more. */
export function OutcomeBadge({ outcome: { outcome, state } }: { outcome: OwnOutcome }) {
  const t = useT();
  const shown = state === 'lifted' ? 'uncounted' : outcome;
  const tone = TONES[shown];
  return <Badge {...(tone && { tone })}>{t(`web.reliability.outcome.${shown}`)}</Badge>;
}
