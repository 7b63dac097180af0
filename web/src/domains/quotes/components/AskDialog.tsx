import { useState } from 'react';
import { PAYMENT_TERMS, type PaymentTerm } from '@fws/contract/jobs/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { parseRupees } from '@fws/contract/platform/money';
import { askAnotherQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { CallError } from '../../../platform/client/index.ts';
import { checkCall } from '../../../platform/client/form.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { formatRupees, translate, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
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
import { useAskAnother } from '../api.ts';
import { bidNames } from '../labels.ts';
import { compareAmounts, formatDay } from '../wording.ts';
import type { DialogProps } from './DeclineDialog.tsx';

type Wish = { bidText: string; term: string; finishBy: string; note: string };

/** The poster asks for other money, payment or dates. What is left as it is, is not asked for. */
export function AskDialog({ quote, onBack, onDone }: DialogProps) {
  const t = useT();
  const { name } = quote.worker;
  const { wish, change, errors, problem, send, busy } = useWish(quote, onDone);
  const [today] = useState(() => toIstDate(new Date()));
  const bidPaise = parseRupees(wish.bidText);
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
      <FieldGroup id="ask-term" label={t('web.quotes.paid')} error={errors['term']}>
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
      </FieldGroup>
      <Field id="ask-finish" label={t('web.quotes.finishBy')} optional error={errors['finishBy']}>
        <DateInput min={today} value={wish.finishBy} onChange={(finishBy) => change({ finishBy })} />
      </Field>
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

/** What was typed stays on the device until it is sent. */
function useWish(quote: Quote, onDone: () => void) {
  const userId = useUser().id;
  const asking = useAskAnother();
  const [store] = useState(() => openDraft(userId, `ask:${quote.id}`));
  const [wish, setWish] = useState<Wish>(() =>
    restoreDraft(store, { bidText: '', term: quote.term, finishBy: '', note: '' }),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();

  function change(part: Partial<Wish>): void {
    const next = { ...wish, ...part };
    setWish(next);
    store.save(next);
    setErrors({});
  }

  async function send(): Promise<void> {
    const term = PAYMENT_TERMS.find((option) => option === wish.term && option !== quote.term);
    const values = {
      ...wish,
      quoteId: String(quote.id),
      offerVersion: String(quote.offerVersion),
      term: term ?? ('' as PaymentTerm | ''),
    };
    const checked = await checkCall(askAnotherQuote, values);
    setProblem(undefined);
    if (!checked.ok) {
      setErrors(
        Object.fromEntries(
          Object.entries(checked.errors).map(([field, error]) => [
            field,
            translate(error.code, error.values),
          ]),
        ),
      );
      return;
    }
    try {
      await asking.mutateAsync(values);
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0)
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    store.remove();
    toast.success(translate('quotes.asked'));
    onDone();
  }

  return { wish, change, errors, problem, send, busy: asking.isPending };
}
