import { Suspense, useState } from 'react';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';

const ChangePasswordDialog = lazyScreen<{ onClose: () => void }>(
  ['identity'],
  () => import('./ChangePasswordDialog.tsx'),
);

/** A button and its dialog. */
export function ChangePassword({ block = false }: { block?: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button block={block} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('identity.changePassword')}
      </Button>
      <Suspense>{open && <ChangePasswordDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
