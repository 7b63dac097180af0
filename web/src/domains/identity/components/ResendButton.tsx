import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button } from '../../../ui/index.ts';
import type { Resend } from './useResend.ts';

export function ResendButton({ resend: { waitSeconds, send } }: { resend: Resend }) {
  const t = useT();
  const online = useOnline();
  return (
    <Button variant="quiet" disabled={waitSeconds > 0 || !online} onClick={() => void send()}>
      {waitSeconds > 0
        ? t('identity.resendIn', { seconds: waitSeconds })
        : t(online ? 'identity.resend' : 'ui.needsInternet')}
    </Button>
  );
}
