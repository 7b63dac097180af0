import { useQuery } from '@tanstack/react-query';
import { wallet } from '@fws/contract/payouts/calls';
import { paths } from '../../../platform/router/paths.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { ButtonLink, Sheet } from '../../../ui/index.ts';

/** The amount that can be withdrawn, beside the jobs on wide screens. Renders nothing until it is known. */
export default function PassbookAside() {
  const t = useT();
  const passbook = useQuery(callQuery('wallet', wallet, { limit: '1' }));
  if (!passbook.data) return null;
  const { balancePaise, heldPaise } = passbook.data;
  return (
    <Sheet title={t('ui.passbook')}>
      <p className="job-balance money">{formatRupees(balancePaise)}</p>
      <p className="t2 mut">{t('ui.passbook.ready')}</p>
      {heldPaise > 0 && (
        <p className="t2 mut">{t('web.jobs.heldForYou', { amount: formatRupees(heldPaise) })}</p>
      )}
      <ButtonLink to={paths.payment()} block className="job-get-paid">
        {t('web.jobs.openPassbook')}
      </ButtonLink>
    </Sheet>
  );
}
