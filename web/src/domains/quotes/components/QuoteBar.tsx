import { useEffect, useState } from 'react';
import type { Job } from '@fws/contract/jobs/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Button, StickyBar } from '../../../ui/index.ts';
import { formatBudget } from '../../jobs/index.ts';

/** On phones, where the panel is below the job: a bar that leads to the panel until an amount can be typed there. */
export function QuoteBar({ job, hasPanel }: { job: Job; hasPanel: boolean }) {
  const t = useT();
  const isAmountVisible = useIsVisible(hasPanel ? 'bid' : null);
  if (isAmountVisible) return null;
  return (
    <StickyBar>
      <div className="quote-bar">
        <b className="money" translate="no">
          {formatBudget(t, job.budget)}
        </b>
        <span className="t2 mut">
          {t('web.quotes.closesOn', { date: formatDate(t, job.closesOn, { year: false }) })}
        </span>
      </div>
      <Button variant="primary" onClick={scrollToPanel}>
        {t('web.quotes.submitA')}
      </Button>
    </StickyBar>
  );
}

function scrollToPanel(): void {
  document.getElementById('quote')?.scrollIntoView();
  document.getElementById('bid')?.focus({ preventScroll: true });
}

/** The height of this bar and of the bar below it, which cover the end of the page. */
const COVERED = '-140px';

/** `id`: null while the element is not there. */
function useIsVisible(id: string | null): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const element = id === null ? null : document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? false), {
      rootMargin: `0px 0px ${COVERED}`,
      threshold: 1,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isVisible;
}
