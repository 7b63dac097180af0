import type { Invitation } from '@fws/contract/invitations/schemas';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useDecline } from '../api.ts';

/** One tap: it counts nowhere, and the worker may still quote. */
export function DeclineButton({ invitation }: { invitation: Invitation }) {
  const t = useT();
  const online = useOnline();
  const decline = useDecline();

  async function press(): Promise<void> {
    try {
      await decline.mutateAsync(invitation.invitationId);
      toast.success(translate('invitations.declined'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Button
      disabled={!online}
      busy={decline.isPending}
      busyText={t('web.invitations.sending')}
      onClick={() => void press()}
    >
      {online ? t('web.invitations.decline') : t('ui.needsInternet')}{' '}
      <span className="vh">{invitation.jobTitle}</span>
    </Button>
  );
}
