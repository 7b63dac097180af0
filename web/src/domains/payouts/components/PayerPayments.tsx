import { useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { Receipts } from './Receipts.tsx';

type Props = Parameters<typeof Receipts>[0];

/** The Payment page of somebody who pays and has never earned: receipts in place of an empty wallet. */
export function PayerPayments(props: Props) {
  const t = useT();
  return (
    <div className="pay-payer">
      <Receipts {...props} />
      <Note tone="info">{t('web.payouts.earningsLater')}</Note>
    </div>
  );
}
