import { Suspense, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Job } from '@fws/contract/jobs/model';
import { later } from '../../../platform/i18n/index.ts';

const ShareDialog = later(['connections'], () => import('./ShareDialog.tsx'));

/** To share a job from wherever it is shown: what opens the dialog, and the dialog, to be put beside it. */
export function useShare(job: Pick<Job, 'id' | 'title'>): { share: () => void; shareDialog: ReactNode } {
  const [open, setOpen] = useState(false);
  // Outside the list it was opened from, whose cards are styled by what stands next to them.
  const dialog =
    open &&
    createPortal(
      <Suspense>
        <ShareDialog job={job} onClose={() => setOpen(false)} />
      </Suspense>,
      document.body,
    );
  return { share: () => setOpen(true), shareDialog: dialog };
}
