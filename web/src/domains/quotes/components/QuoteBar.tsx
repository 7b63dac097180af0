import { useEffect, useState } from 'react';
import type { Job } from '@fws/contract/jobs/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Button, StickyBar } from '../../../ui/index.ts';
import { formatBudget } from '../../jobs/index.ts';

/** On phones, where the panel is below the job: a bar that leads to the panel until it is visible. */
export function QuoteBar({ job }: { job: Job }) {
  const t = useT();
  const isPanelVisible = useIsVisible('quote');
  if (isPanelVisible) return null;
  return (
    <StickyBar>
      <div className="quote-bar">
        <b className="money">{formatBudget(t, job.budget)}</b>
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

function useIsVisible(id: string): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isVisible;
}
