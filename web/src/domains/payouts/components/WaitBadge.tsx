import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Badge } from '../../../ui/index.ts';
import { getWaitReason } from '../labels.ts';
import { getWaitEnd } from '../withdrawal.ts';

/** When money can go to an account, and why not now. Renders nothing for an account that can be used. */
export function WaitBadge({ account }: { account: PayoutAccount }) {
  const t = useT();
  const until = getWaitEnd(account);
  if (until === null) return null;
  return (
    <span className="pay-wait">
      <Badge tone="wait" icon="clock">
        {t('web.payouts.waitsUntil', {
          date: formatDate(t, until, { year: false }),
          time: formatTime(t, until),
        })}
      </Badge>
      <span>{getWaitReason(t, account)}</span>
    </span>
  );
}
