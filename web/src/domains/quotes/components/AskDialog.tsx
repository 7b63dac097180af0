import { useState } from 'react';
import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { parseRupees } from '@fws/contract/platform/money';
import type { Quote } from '@fws/contract/quotes/schemas';
import { formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import {
  DateInput,
  Field,
  FieldGroup,
  FormDialog,
  MoneyInput,
  Note,
  RadioPick,
  TextArea,
} from '../../../ui/index.ts';
import { TermShape } from '../../jobs/index.ts';
import { bidNames } from '../labels.ts';
import { getRowsTotal } from '../wish.ts';
import { compareAmounts, formatDay } from '../wording.ts';
import type { DialogProps } from './DeclineDialog.tsx';
import { MilestoneRows } from './MilestoneRows.tsx';
import { useWish } from './useWish.ts';

/** The poster asks for other money, payment or dates. What is left as it is, is not asked for. */
export function AskDialog({ quote, onBack, onDone }: DialogProps) {
  const t = useT();
  const { name } = quote.worker;
  const { wish, change, errors, problem, send, busy } = useWish(quote, onDone);
  const [today] = useState(() => toIstDate(new Date()));
  const bidPaise = parseRupees(wish.bidText);
  const rowsError = errors['milestoneNames'] ?? errors['milestoneAmountTexts'];
  return (
    <FormDialog
      title={t('web.quotes.askTitle', { name })}
      submitText={t('web.quotes.ask')}
      busyText={t('web.quotes.submitting')}
      busy={busy}
      full
      onSubmit={send}
      onClose={onBack}
    >
      {problem !== undefined && <Note tone="bad">{problem}</Note>}
      <p className="t2 mut">{describeQuote(t, quote)}</p>
      <Field id="ask-amount" label={t('web.quotes.askAmount')} optional error={errors['bidText']}>
        <MoneyInput
          value={wish.bidText}
          onChange={(bidText) => change({ bidText })}
          note={bidPaise === null ? undefined : compareAmounts(t, quote.bidPaise, bidPaise)}
        />
      </Field>
      <FieldGroup id="ask-term" label={t('web.quotes.paid')} error={errors['term'] ?? rowsError}>
        <RadioPick
          name="ask-term"
          options={PAYMENT_TERMS.map((term) => ({
            value: term,
            label: t(bidNames[term]),
            glyph: <TermShape term={term} />,
          }))}
          value={wish.term}
          onChange={({ currentTarget }) => change({ term: currentTarget.value })}
        />
        {wish.term === 'milestone' && (
          <MilestoneRows
            draft={{ bid: getRowsTotal(wish), rows: wish.rows }}
            onChange={({ rows }) => change({ rows })}
          />
        )}
      </FieldGroup>
      <div className="quote-days">
        <Field id="ask-start" label={t('web.quotes.startsOn')} optional error={errors['startsOn']}>
          <DateInput min={today} value={wish.startsOn} onChange={(startsOn) => change({ startsOn })} />
        </Field>
        <Field id="ask-finish" label={t('web.quotes.finishBy')} optional error={errors['finishBy']}>
          <DateInput
            min={wish.startsOn === '' ? today : wish.startsOn}
            value={wish.finishBy}
            onChange={(finishBy) => change({ finishBy })}
          />
        </Field>
      </div>
      <Field id="ask-note" label={t('web.quotes.askNote', { name })} optional error={errors['note']}>
        <TextArea
          value={wish.note}
          maxLength={REASON_MAX}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
      </Field>
      <p className="t2 mut">{t('web.quotes.asksLeft', { count: quote.asksLeft })}</p>
    </FormDialog>
  );
}

const describeQuote = (t: Translate, quote: Quote): string =>
  t(quote.finishBy === null ? 'web.quotes.askLead' : 'web.quotes.askLeadDay', {
    name: quote.worker.name,
    amount: formatRupees(quote.bidPaise),
    term: t(bidNames[quote.term]),
    date: quote.finishBy === null ? '' : formatDay(t, quote.finishBy),
  });
