import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, Note } from '../../../ui/index.ts';
import { codeDeliveryQuery } from '../api.ts';
import type { Resend } from './useResend.ts';

/** Asks for another code, and says when codes are late, so that nobody asks again and again. */
export function ResendButton({ resend: { waitSeconds, send } }: { resend: Resend }) {
  const t = useT();
  const online = useOnline();
  const { data } = useQuery(codeDeliveryQuery());
  return (
    <>
      {data?.isLate && (
        <Note tone="warn" role="status">
          {t('identity.code_late')}
        </Note>
      )}
      <Button variant="quiet" disabled={waitSeconds > 0 || !online} onClick={() => void send()}>
        {waitSeconds > 0
          ? t('identity.resendIn', { seconds: waitSeconds })
          : t(online ? 'identity.resend' : 'ui.needsInternet')}
      </Button>
    </>
  );
}
