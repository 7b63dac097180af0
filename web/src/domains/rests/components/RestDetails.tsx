import { useState, type ComponentProps } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import RestTerms from './RestTerms.tsx';

/** The same, read when it is opened: where a rest is a detail, and a screen may show several. */
export default function RestDetails(props: ComponentProps<typeof RestTerms>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <details className="rest-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('web.rests.show')}</summary>
      {open && <RestTerms {...props} />}
    </details>
  );
}
