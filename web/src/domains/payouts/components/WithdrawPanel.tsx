import type { Wallet } from '@fws/contract/payouts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { IdentityFirst } from './IdentityFirst.tsx';
import { WithdrawalsStopped } from './WithdrawalsStopped.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';

/** The whole withdrawal beside the passbook, where there is room for it. */
export function WithdrawPanel({ wallet }: { wallet: Wallet }) {
  const t = useT();
  const { stoppedAt } = wallet;
  const verified = useUser().identity === 'verified';
  const form = verified ? <WithdrawForm wallet={wallet} /> : <IdentityFirst />;
  return (
    <section className="sheet" aria-labelledby="withdraw-title">
      <h2 id="withdraw-title">{t('web.payouts.withdraw')}</h2>
      {stoppedAt === null ? form : <WithdrawalsStopped stoppedAt={stoppedAt} />}
    </section>
  );
}
