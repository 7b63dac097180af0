import { useState } from 'react';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Note } from '../../../ui/index.ts';
import { useBlocking } from '../api.ts';

type Props = { userId: number; name: string };

/** Blocks a person, after saying what that does. Its screen needs the messages of `safety`. */
export function BlockButton({ userId, name }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('web.safety.block')}
      </Button>
      {open && <BlockDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function BlockDialog({ userId, name, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const { block } = useBlocking(userId);

  async function press(): Promise<void> {
    try {
      await block.mutateAsync();
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(translate('safety.blocked'));
    // The profile is not there any more.
    navigate(paths.blocked(), { replace: true });
  }

  const buttons = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="danger"
        disabled={!online}
        busy={block.isPending}
        busyText={t('web.safety.blocking')}
        onClick={() => void press()}
      >
        {online ? t('web.safety.block') : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('web.safety.block.title', { name })} onClose={onClose} footer={buttons}>
      {block.error && <Note tone="bad">{block.error.message}</Note>}
      <p>{t('web.safety.block.text', { name })}</p>
    </Dialog>
  );
}
