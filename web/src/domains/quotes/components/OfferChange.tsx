import type { HistoryStep } from '@fws/contract/quotes/negotiation/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import { formatRupees, useT, type MessageId, type Translate } from '../../../platform/i18n/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { bidNames } from '../labels.ts';
import { describeVisit } from '../visit.ts';
import { compareAmounts, compareDays, describeParts, formatDay } from '../wording.ts';

interface ChangeRow {
  label: MessageId;
  first: { text: string; detail?: string };
  latest: { text: string; detail?: string };
  isNew: boolean;
}

/** The first offer of a quote beside the one that stands. */
export function OfferChange({ items, name }: { items: readonly HistoryStep[]; name: string }) {
  const t = useT();
  const now = useNow();
  const offers = items.filter(({ version }) => version !== null);
  const [first, latest] = [offers[0], offers.at(-1)];
  if (!first || !latest || first === latest) return null;
  const isRevised = latest.step === 'revised' || offers.some(({ step }) => step === 'revised');
  return (
    <table className="quote-change">
      <caption className="vh">{t('web.quotes.changeOf', { name })}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('web.quotes.offer')}</span>
          </th>
          <th scope="col">
            {t('web.quotes.firstOffer')}
            <b>{formatDay(t, first.at)}</b>
          </th>
          <th scope="col">
            {t(isRevised ? 'web.quotes.revisedOffer' : 'web.quotes.changedOffer')}
            <b>{formatDay(t, latest.at)}</b>
          </th>
        </tr>
      </thead>
      <tbody>
        {buildChangeRows(t, { first, latest, now }).map(({ label, first: before, latest: after, isNew }) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            <td>
              {isNew ? (
                <s>
                  <MaskedWords text={before.text} />
                </s>
              ) : (
                <MaskedWords text={before.text} />
              )}
              {before.detail && <small>{before.detail}</small>}
            </td>
            <td className={isNew ? 'is-new' : undefined}>
              <MaskedWords text={after.text} />
              {after.detail && <small>{after.detail}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Offers = { first: HistoryStep; latest: HistoryStep; now: number };

function buildChangeRows(t: Translate, { first, latest, now }: Offers): ChangeRow[] {
  const describePayment = ({ term, parts }: HistoryStep) => ({
    text: term === null ? '' : t(bidNames[term]),
    detail: t('web.quotes.partCount', { count: parts.length }),
  });
  const paid = [describePayment(first), describePayment(latest)] as const;
  const rows: ChangeRow[] = [
    {
      label: 'web.quotes.amount',
      first: { text: formatRupees(first.bidPaise ?? 0) },
      latest: {
        text: formatRupees(latest.bidPaise ?? 0),
        detail: compareAmounts(t, first.bidPaise ?? 0, latest.bidPaise ?? 0),
      },
      isNew: first.bidPaise !== latest.bidPaise,
    },
    {
      label: 'web.quotes.payment',
      first: paid[0],
      latest: paid[1],
      isNew: paid[0].text !== paid[1].text || paid[0].detail !== paid[1].detail,
    },
  ];
  rows.push(...buildTextRows(first, latest));
  const days = [
    ['web.quotes.startsOn', first.startsOn, latest.startsOn],
    ['web.quotes.finishBy', first.finishBy, latest.finishBy],
  ] as const;
  for (const [label, before, after] of days) {
    if (before === null && after === null) continue;
    const format = (day: string | null) => (day === null ? t('web.quotes.notSaid') : formatDay(t, day));
    rows.push({
      label,
      first: { text: format(before) },
      latest: {
        text: format(after),
        ...(before !== null && after !== null && { detail: compareDays(t, before, after) }),
      },
      isNew: before !== after,
    });
  }
  const visits = [describeVisit(t, first, now), describeVisit(t, latest, now)] as const;
  if (visits[0] !== visits[1])
    rows.push({
      label: 'web.quotes.visit',
      first: { text: visits[0] || '–' },
      latest: { text: visits[1] || '–' },
      isNew: true,
    });
  return rows;
}

/** What the milestones are and what the work consists of, where that is no longer the same. */
function buildTextRows(first: HistoryStep, latest: HistoryStep): ChangeRow[] {
  const readRows = ({ term, parts }: HistoryStep) => (term === 'milestone' ? describeParts(parts) : '–');
  const texts = [
    ['web.quotes.milestones', readRows(first), readRows(latest)],
    ['web.quotes.scope', first.workScope || '–', latest.workScope || '–'],
  ] as const;
  return texts.flatMap(([label, before, after]) =>
    before === after ? [] : [{ label, first: { text: before }, latest: { text: after }, isNew: true }],
  );
}
