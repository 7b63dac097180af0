import { lazy, Suspense, useState } from 'react';
import type { MouseEvent } from 'react';
import type { FileLink } from '@fws/contract/platform/schemas';
import { Icon } from '../../../ui/index.ts';

const AttachmentDialog = lazy(() => import('./AttachmentDialog.tsx'));

/** An image opens in a dialog, any other file in a new tab. */
export function AttachmentLink({ file }: { file: FileLink }) {
  const [open, setOpen] = useState(false);

  function showImage(event: MouseEvent): void {
    if (!file.image) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Icon name="clip" />
      <a
        className="job-file"
        href={file.url}
        target="_blank"
        rel="noreferrer"
        aria-haspopup={file.image ? 'dialog' : undefined}
        onClick={showImage}
      >
        {file.name}
      </a>
      <Suspense>{open && <AttachmentDialog file={file} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
