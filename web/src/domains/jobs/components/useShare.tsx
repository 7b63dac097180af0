import { Suspense, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Job } from '@fws/contract/jobs/schemas';
import { lazyScreen } from '../../../platform/i18n/index.ts';

const ShareDialog = lazyScreen(['connections'], () => import('./ShareDialog.tsx'));

/** Shares a job: `share` opens the dialog, and `shareDialog` must be rendered beside the trigger. */
export function useShare(job: Pick<Job, 'id' | 'number' | 'title'>): {
  share: () => void;
  shareDialog: ReactNode;
} {
  const [open, setOpen] = useState(false);
  // A portal out of the list, whose cards are styled by their siblings.
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
