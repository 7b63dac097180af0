import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Sheet } from '../../../ui/index.ts';
import { walletQuery } from '../api.ts';

/** What can be withdrawn, beside the jobs on wide screens; nothing until it is known. */
export function PassbookAside() {
  const t = useT();
  const wallet = useQuery(walletQuery());
  if (!wallet.data) return null;
  return (
    <Sheet title={t('web.jobs.passbook')}>
      <p className="job-balance money">{formatRupees(wallet.data.balancePaise)}</p>
      <p className="t2 mut">{t('web.jobs.readyToWithdraw')}</p>
      {wallet.data.heldPaise > 0 && (
        <p className="t2 mut">{t('web.jobs.heldForYou', { amount: formatRupees(wallet.data.heldPaise) })}</p>
      )}
      <ButtonLink to={paths.payment()} block className="job-get-paid">
        {t('web.jobs.openPassbook')}
      </ButtonLink>
    </Sheet>
  );
}
