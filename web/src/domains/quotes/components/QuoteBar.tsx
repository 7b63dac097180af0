import { useEffect, useState } from 'react';
import type { Job } from '@fws/contract/jobs/model';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Button, StickyBar } from '../../../ui/index.ts';
import { budgetText } from '../../jobs/index.ts';

/** On phones, where the panel is below the job: a bar that leads to the panel until it is visible. */
export function QuoteBar({ job }: { job: Job }) {
  const t = useT();
  const panelSeen = useSeen('quote');
  if (panelSeen) return null;
  return (
    <StickyBar>
      <div className="quote-bar">
        <b className="money">{budgetText(t, job.budget)}</b>
        <span className="t2 mut">
          {t('web.quotes.closesOn', { date: formatDate(job.closesOn, { year: false }) })}
        </span>
      </div>
      <Button variant="primary" onClick={toPanel}>
        {t('web.quotes.submitA')}
      </Button>
    </StickyBar>
  );
}

function toPanel(): void {
  document.getElementById('quote')?.scrollIntoView();
  document.getElementById('bid')?.focus({ preventScroll: true });
}

function useSeen(id: string): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return seen;
}
