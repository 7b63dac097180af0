import { useState } from 'react';
import { useT } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { useUser } from '../platform/session/index.ts';
import { Button, Dialog } from '../ui/index.ts';

/** Says that this browser has another user now, and that nothing of this tab was sent in their name. */
export default function OtherUser() {
  const t = useT();
  const { firstName } = useUser();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const footer = (
    <>
      <Button onClick={() => setClosed(true)}>{t('ui.close')}</Button>
      <Button variant="primary" onClick={() => window.location.assign(paths.home())}>
        {t('shell.otherUser.go')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('shell.otherUser.title')} onClose={() => setClosed(true)} footer={footer}>
      <p>{t('shell.otherUser.text', { name: firstName })}</p>
    </Dialog>
  );
}
