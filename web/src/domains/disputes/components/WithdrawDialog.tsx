import type { Issue } from '@fws/contract/disputes/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useIssueActions } from '../api.ts';

type Props = { issue: Issue; onClose: () => void };

/** Asks for confirmation: the ticket cannot be reopened, and the hold on the money ends. */
export function WithdrawDialog({ issue, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const { withdraw } = useIssueActions(issue.id);

  async function send(): Promise<void> {
    try {
      await withdraw.mutateAsync();
    } catch {
      return;
    }
    toast.success(translate('disputes.withdrawn'));
    onClose();
  }

  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="dangerSolid"
        disabled={!online}
        busy={withdraw.isPending}
        busyText={t('web.disputes.withdrawing')}
        onClick={() => void send()}
      >
        {t(online ? 'web.disputes.withdraw' : 'ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.disputes.withdrawTitle')} onClose={onClose} footer={buttons} persistent>
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      <p>{t('web.disputes.withdrawWhy')}</p>
    </Dialog>
  );
}
