import '../negotiation.css';
import { useQuery } from '@tanstack/react-query';
import type { HistoryStep } from '@fws/contract/quotes/negotiation/schemas';
import type { Quote } from '@fws/contract/quotes/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import {
  formatMoment,
  formatRupees,
  useT,
  type MessageId,
  type Translate,
} from '../../../platform/i18n/index.ts';
import { LoadError, Sheet, Skeleton } from '../../../ui/index.ts';
import { MaskedText, MaskedWords } from '../../../ui/MaskedText.tsx';
import { quoteHistoryQuery } from '../api.ts';
import { bidNames, declineReasons } from '../labels.ts';
import { describeAsked, describeChanged, formatDay } from '../wording.ts';
import { describeVisit } from '../visit.ts';
import { OfferChange } from './OfferChange.tsx';

export const hasHistory = ({ turn, offerVersion, declined }: Quote): boolean =>
  turn > 1 || offerVersion > 1 || declined !== null;

/** What the two sides offered and asked for, for the worker. */
export function QuoteHistory({ quote }: { quote: Quote }) {
  const t = useT();
  return (
    <Sheet title={t('web.quotes.history')}>
      <QuoteSteps quote={quote} />
    </Sheet>
  );
}

/** The first offer beside the one that stands, then every step, the newest first. */
export function QuoteSteps({ quote }: { quote: Quote }) {
  const history = useQuery(quoteHistoryQuery(String(quote.id)));
  if (history.error) return <LoadError error={history.error} onRetry={history.refetch} />;
  if (!history.data) return <Skeleton />;
  const { items } = history.data;
  return (
    <>
      <OfferChange items={items} name={quote.worker.name} />
      <ol className="quote-steps">
        {items.toReversed().map((step) => (
          <Step key={`${step.turn} ${step.step} ${step.version ?? ''}`} step={step} />
        ))}
      </ol>
    </>
  );
}

const STEP_NAMES: Record<HistoryStep['step'], MessageId> = {
  offered: 'web.quotes.step.offered',
  edited: 'web.quotes.step.edited',
  asked: 'web.quotes.step.asked',
  revised: 'web.quotes.step.revised',
  declined: 'web.quotes.step.declined',
};

function Step({ step }: { step: HistoryStep }) {
  const t = useT();
  const now = useNow();
  const changed = describeChanged(t, step);
  return (
    <li>
      <p className="quote-step">
        <b>{t(STEP_NAMES[step.step])}</b>
        <span className="t2 mut">{formatMoment(t, step.at)}</span>
      </p>
      <p>
        <MaskedWords text={describeStep(t, step, now)} />
      </p>
      {changed !== '' && <p className="t2 mut">{changed}</p>}
      {step.note !== '' && <MaskedText className="quote-said" text={`“${step.note}”`} />}
    </li>
  );
}

function describeStep(t: Translate, step: HistoryStep, now: number): string {
  if (step.reason !== null) return t(declineReasons[step.reason]);
  if (step.version === null) return describeAsked(t, step);
  return [
    formatRupees(step.bidPaise ?? 0),
    step.term === null ? '' : t(bidNames[step.term]),
    step.startsOn === null ? '' : t('web.quotes.startsOnDay', { date: formatDay(t, step.startsOn) }),
    step.finishBy === null ? '' : t('web.quotes.finishByDay', { date: formatDay(t, step.finishBy) }),
    step.visit === null ? '' : `${t('web.quotes.visit')}: ${describeVisit(t, step, now)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
