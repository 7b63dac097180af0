import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import type { Subject } from '../subject.ts';

const ReportDialog = lazyScreen(['safety'], () => import('../forms/ReportDialog.tsx'));

type Props = {
  subject: Subject;
  /** What it reports, for screen readers, where several of these buttons are on a screen. */
  name?: string;
  small?: boolean;
  className?: string;
};

/** Opens the form that reports something to FWS: of one's own, that something is wrongly hidden in it. */
export function ReportButton({ subject, name, small, className }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  // A portal, because the button may be inside another dialog.
  const dialog =
    open &&
    createPortal(
      <Suspense>
        <ReportDialog subject={subject} onClose={() => setOpen(false)} />
      </Suspense>,
      document.body,
    );
  return (
    <>
      <Button
        variant="quiet"
        icon={subject.isOwn ? undefined : 'flag'}
        small={small}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{t(subject.isOwn ? 'ui.noContactData' : 'ui.report')}</span>
        {name !== undefined && <span className="vh"> {name}</span>}
      </Button>
      {dialog}
    </>
  );
}
