import { Suspense, useState } from 'react';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';

const InviteDialog = lazyScreen(['invitations', 'profile', 'dates'], () => import('./InviteDialog.tsx'));

type Props = {
  person: { id: number; name: string };
  variant?: 'primary' | 'second' | 'quiet';
  block?: boolean;
};

/** Opens the dialog that invites a person to quote on one of the reader's jobs. */
export function InviteButton({ person, variant = 'primary', block = false }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} block={block} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('ui.inviteToQuote')} <span className="vh">{person.name}</span>
      </Button>
      {open && (
        <Suspense>
          <InviteDialog userId={person.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
