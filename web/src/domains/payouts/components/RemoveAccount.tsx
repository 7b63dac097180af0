import { useState } from 'react';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useRemoveAccount } from '../api.ts';
import { formatAccountDetail, getAccountName } from '../labels.ts';

/** Removes an account from the list, after a confirmation. */
export function RemoveAccount({ account }: { account: PayoutAccount }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('web.payouts.remove')}
        <span className="vh">
          {' '}
          {getAccountName(t, account)} {formatAccountDetail(t, account)}
        </span>
      </Button>
      {open && <RemoveDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

function RemoveDialog({ account, onClose }: { account: PayoutAccount; onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const remove = useRemoveAccount();

  async function send(): Promise<void> {
    try {
      await remove.mutateAsync(account.id);
    } catch {
      return;
    }
    toast.success(translate('payouts.account_removed'));
    onClose();
  }

  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.back')}</Button>
      <Button
        variant="dangerSolid"
        disabled={!online || !account.remove.allowed}
        busy={remove.isPending}
        busyText={t('web.payouts.removing')}
        onClick={() => void send()}
      >
        {t(online ? 'web.payouts.remove' : 'ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.payouts.removeTitle')} onClose={onClose} footer={buttons} persistent>
      {remove.error && <Note tone="bad">{remove.error.message}</Note>}
      {!account.remove.allowed && <Note tone="warn">{t(account.remove.reason)}</Note>}
      <p>
        <b>{getAccountName(t, account)}</b>
        <small className="pay-detail">{formatAccountDetail(t, account)}</small>
      </p>
      <p className="t2 mut pay-next">{t('web.payouts.removeText')}</p>
    </Dialog>
  );
}
