import { useQuery } from '@tanstack/react-query';
import type { OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Sheet, Stone } from '../../../ui/index.ts';
import { walletBalanceQuery } from '../../payouts/index.ts';
import { formatRemoval } from '../labels.ts';

/** What the button will do, shown before it is pressed. */
export function Consequences({ alert }: { alert: OwnerAlert }) {
  const t = useT();
  const balance = useQuery({ ...walletBalanceQuery(), enabled: alert.own }).data?.balancePaise;
  const removesAccount = alert.account !== null && !alert.account.removed;
  const steps = [
    balance === undefined
      ? t('web.alerts.stops')
      : t('web.alerts.stopsWith', { amount: formatRupees(balance) }),
    ...(removesAccount ? [formatRemoval(t, alert)] : []),
    t(alert.own ? 'web.alerts.signsOutHere' : 'web.alerts.signsOut'),
    t('web.alerts.newPassword'),
  ];
  return (
    <Sheet title={t('web.alerts.ifNot')}>
      <p className="t2 mut">{t('web.alerts.oneTap')}</p>
      <ol className="alert-steps">
        {steps.map((step, index) => (
          <li key={step}>
            <Stone state={index === 0 ? 'stop' : 'none'} number={index + 1} />
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
