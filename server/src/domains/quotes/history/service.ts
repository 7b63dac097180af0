import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { HistoryStep, QuoteHistory } from '@fws/contract/quotes/negotiation/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import type { Deps } from '../../../platform/deps.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { findJob } from '../../jobs/index.ts';
import { readMaskedStep } from '../masking/rules.ts';
import { mayReadStep, maySeeQuote } from '../policy.ts';
import { findQuote, readVisit } from '../store.ts';
import { listChanges } from './rules.ts';
import { listSteps, toFirstStep, type StepRow } from './store.ts';

/** The offers of the worker and the answers of the poster, for either. */
export async function readQuoteHistory(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  { quoteId, locale }: { quoteId: number; locale: Locale },
): Promise<Outcome<QuoteHistory>> {
  const quote = await findQuote(db, quoteId);
  const job = quote && (await findJob(db, quote.job_id));
  if (!quote || !job || !maySeeQuote(quote, job, userId)) return refuse('not_found', 'quotes.not_found');
  const stored = await listSteps(db, quote);
  const steps = stored.length > 0 ? stored : [toFirstStep(quote)];
  return done({
    items: steps.map((step, index) =>
      toStep(step, {
        before: steps.slice(0, index).findLast(({ version }) => version !== null),
        readsOriginal: mayReadStep(step, quote, userId),
        locale,
      }),
    ),
  });
}

function toStep(
  row: StepRow,
  { before, readsOriginal, locale }: { before: StepRow | undefined; readsOriginal: boolean; locale: Locale },
): HistoryStep {
  const texts = readsOriginal
    ? { parts: row.parts, workScope: row.work_scope, note: row.note }
    : readMaskedStep(row);
  return {
    step: row.step,
    by: row.version === null ? 'poster' : 'worker',
    at: row.at.toISOString(),
    turn: row.turn,
    version: row.version,
    bidPaise: row.bid_paise,
    term: row.term,
    parts: texts.parts.map((part) => ({ ...part, name: translateIfId(locale, part.name) })),
    startsOn: row.starts_on,
    finishBy: row.finish_by,
    visit: readVisit(row),
    workScope: texts.workScope,
    note: texts.note,
    reason: row.reason,
    changed: listChanges(row, before),
  };
}
