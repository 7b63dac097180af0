import { useState } from 'react';
import { useT } from '../../platform/i18n/index.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { sendAllWaiting, useWaitingActions } from '../../platform/outbox/index.ts';
import { Button, Dialog, Note } from '../../ui/index.ts';
import { answerLogout } from './logoutQuestion.ts';
import { WaitingRows } from './Waiting.tsx';

/** Something has not been sent: send it first, delete it, or stay. */
export function LogoutDialog() {
  const t = useT();
  const online = useOnline();
  const actions = useWaitingActions();
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function send(): Promise<void> {
    setIsSending(true);
    const sending = await sendAllWaiting();
    setIsSending(false);
    // What the server refuses stays in the list, with its reason.
    if (sending?.left.length === 0 && sending.refused.length === 0) answerLogout(true);
    else setHasFailed(true);
  }

  const canSend = actions.some(({ refusal }) => refusal === null);
  return (
    <Dialog
      title={t('offline.logout.title', { count: actions.length })}
      onClose={() => answerLogout(false)}
      footer={
        <>
          <Button onClick={() => answerLogout(false)}>{t('offline.logout.stay')}</Button>
          {canSend && (
            <Button variant="primary" disabled={!online} busy={isSending} onClick={() => void send()}>
              {t(online ? 'offline.logout.send' : 'ui.needsInternet')}
            </Button>
          )}
        </>
      }
    >
      {hasFailed && <Note tone="bad">{t('offline.logout.failed')}</Note>}
      <p className="t2 mut waiting-why">{t('offline.logout.why')}</p>
      <WaitingRows actions={actions} />
      <div className="waiting-delete">
        <Button variant="danger" block disabled={!online} onClick={() => answerLogout(true)}>
          {t(online ? 'offline.logout.delete' : 'ui.needsInternet')}
        </Button>
      </div>
    </Dialog>
  );
}
