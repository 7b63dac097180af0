import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import type { Budget } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { parseRupees } from '@fws/contract/platform/money';
import { translate, translateCode, useT } from '../../../platform/i18n/index.ts';
import { DateInput, Field, FieldGroup, MoneyInput, Note, RadioPick, TextArea } from '../../../ui/index.ts';
import { formatBudget, TermShape } from '../../jobs/index.ts';
import { paymentLimitsQuery } from '../api.ts';
import { calculateParts, findUnpayable, getVisitFeePaise, type QuoteDraft } from '../draft.ts';
import { bidNames } from '../labels.ts';
import { MilestoneRows } from './MilestoneRows.tsx';
import { PartsSplit } from './PartsSplit.tsx';
import type { QuoteErrors } from './useOffer.ts';
import { VisitFields } from './VisitFields.tsx';
import { YouReceive } from './YouReceive.tsx';

type Props = {
  budget: Budget;
  draft: QuoteDraft;
  setDraft: (draft: QuoteDraft) => void;
  errors: QuoteErrors;
  /** What such work costs, shown below the amount. */
  price?: ReactNode;
  /** Of a quote that was sent: what stood in it, and what the poster asked for. */
  hint?: string | undefined;
  /** What the worker writes about the change. */
  withNote?: boolean;
};

/** The fields of a quote: amount, payment term, scope. */
export function OfferFields({ budget, draft, setDraft, errors, price, hint, withNote = false }: Props) {
  const t = useT();
  const [today] = useState(() => toIstDate(new Date()));
  const rowsError = errors['milestoneNames'] ?? errors['milestoneAmountTexts'];
  const parts = calculateParts(draft);
  const { data: limits } = useQuery(paymentLimitsQuery());
  const unpayable = limits && findUnpayable(draft, limits);
  const feePaise = getVisitFeePaise(draft);
  return (
    <>
      <Field
        id="bid"
        label={t('web.quotes.bid')}
        hint={hint ?? t('web.quotes.budgetHint', { budget: formatBudget(t, budget) })}
        error={errors['bidText']}
      >
        <MoneyInput value={draft.bid} onChange={(bid) => setDraft({ ...draft, bid })} />
      </Field>
      {price}
      <FieldGroup id="quote-terms" label={t('web.quotes.howPaid')} error={errors['term'] ?? rowsError}>
        <RadioPick
          name="term"
          options={PAYMENT_TERMS.map((term) => ({
            value: term,
            label: t(bidNames[term]),
            glyph: <TermShape term={term} />,
          }))}
          value={draft.term}
          onChange={({ currentTarget }) => {
            const term = PAYMENT_TERMS.find((option) => option === currentTarget.value);
            if (term) setDraft({ ...draft, term });
          }}
        />
        {draft.term === 'milestone' && (
          <MilestoneRows draft={draft} onChange={setDraft} wrongRow={unpayable?.index} />
        )}
        {parts.length > 0 && (
          <PartsSplit
            // Not yet a quote of the server's, which would have their names in words.
            parts={parts.map((part) => ({ ...part, name: translateCode(part.name) }))}
            totalPaise={parseRupees(draft.bid) ?? 0}
          />
        )}
        {unpayable && (
          <Note tone="warn" role="status">
            {translate(unpayable.error.code, unpayable.error.values)}
          </Note>
        )}
        <YouReceive partsPaise={parts.map((part) => part.amountPaise)} visitFeePaise={feePaise} />
      </FieldGroup>
      <div className="quote-days">
        <Field id="starts-on" label={t('web.quotes.startsOn')} optional error={errors['startsOn']}>
          <DateInput
            min={today}
            value={draft.startsOn}
            onChange={(startsOn) => setDraft({ ...draft, startsOn })}
          />
        </Field>
        <Field id="finish-by" label={t('web.quotes.finishBy')} optional error={errors['finishBy']}>
          <DateInput
            min={draft.startsOn === '' ? today : draft.startsOn}
            value={draft.finishBy}
            onChange={(finishBy) => setDraft({ ...draft, finishBy })}
          />
        </Field>
      </div>
      <VisitFields draft={draft} setDraft={setDraft} errors={errors} today={today} />
      <Field id="scope" label={t('web.quotes.scope')} optional error={errors['workScope']}>
        <TextArea
          value={draft.workScope}
          onChange={({ currentTarget }) => setDraft({ ...draft, workScope: currentTarget.value })}
        />
      </Field>
      {withNote && (
        <Field id="note" label={t('web.quotes.whatChanged')} optional error={errors['note']}>
          <TextArea
            value={draft.note}
            maxLength={REASON_MAX}
            onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
          />
        </Field>
      )}
    </>
  );
}
