import '../negotiation.css';
import { isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { DESKTOP_PX, Rating, ReliabilityLine, useMinWidth } from '../../../ui/index.ts';
import { bidNames } from '../labels.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { describeVisitFee, describeVisitTime } from '../visit.ts';
import { formatDay } from '../wording.ts';

/** At a desk, where there is room: the quotes that can be accepted, side by side. */
export function CompareQuotes({ quotes }: { quotes: readonly Quote[] }) {
  const t = useT();
  const now = useNow();
  const isWide = useMinWidth(DESKTOP_PX);
  const offers = quotes.filter(isStanding);
  if (!isWide || offers.length < 2) return null;
  const lowestPaise = Math.min(...offers.map(({ bidPaise }) => bidPaise));
  const hasVisits = offers.some(({ visit }) => visit !== null);
  const formatOptional = (day: string | null) => (day === null ? '–' : formatDay(t, day));
  return (
    <div className="quote-compare">
      <table>
        <caption>{t('web.quotes.compare')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('web.quotes.worker')}</th>
            <th scope="col">{t('web.quotes.amount')}</th>
            <th scope="col">{t('web.quotes.payment')}</th>
            <th scope="col">{t('web.quotes.startsOn')}</th>
            <th scope="col">{t('web.quotes.finishBy')}</th>
            {hasVisits && <th scope="col">{t('web.quotes.visit')}</th>}
            <th scope="col">{t('web.quotes.rating')}</th>
            <th scope="col">{t('web.quotes.record')}</th>
            <th scope="col">{t('web.quotes.reliability')}</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ id, worker, bidPaise, term, parts, startsOn, finishBy, visit }) => (
            <tr key={id}>
              <th scope="row" translate="no">
                {worker.name}
              </th>
              <td className={bidPaise === lowestPaise ? 'is-lowest' : undefined}>{formatRupees(bidPaise)}</td>
              <td>
                {t(bidNames[term])}
                <small>{t('web.quotes.partCount', { count: parts.length })}</small>
              </td>
              <td>{formatOptional(startsOn)}</td>
              <td>{formatOptional(finishBy)}</td>
              {hasVisits && (
                <td>
                  {visit === null ? '–' : describeVisitTime(t, { visit }, now)}
                  {visit && <small>{describeVisitFee(t, { visit })}</small>}
                </td>
              )}
              <td>{worker.rating === null ? '–' : <Rating value={worker.rating} />}</td>
              <td>{t('web.jobs.completedBy', { count: worker.completedProjects })}</td>
              <td>{worker.reliability === null ? '–' : <ReliabilityLine value={worker.reliability} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
