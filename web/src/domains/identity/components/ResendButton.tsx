import { useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import type { Resend } from './useResend.ts';

export function ResendButton({ resend: { waitSeconds, send } }: { resend: Resend }) {
  const t = useT();
  return (
    <Button variant="quiet" disabled={waitSeconds > 0} onClick={() => void send()}>
      {waitSeconds > 0 ? t('identity.resendIn', { seconds: waitSeconds }) : t('identity.resend')}
    </Button>
  );
}
