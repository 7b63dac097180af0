import '../quotes.css';
import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import type { Job } from '@fws/contract/jobs/model';
import type { FormEvent } from 'react';
import { parseRupees } from '@fws/contract/platform/money';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import {
  Button,
  ErrorSummary,
  Field,
  FieldGroup,
  MoneyInput,
  Note,
  RadioPick,
  TextArea,
} from '../../../ui/index.ts';
import { budgetText, TermShape, UploadField } from '../../jobs/index.ts';
import { partsOf } from '../draft.ts';
import { bidNames } from '../words.ts';
import { MilestoneRows } from './MilestoneRows.tsx';
import { PartsSplit } from './PartsSplit.tsx';
import { useProblems } from './useProblems.ts';
import { useQuoteForm } from './useQuoteForm.ts';

/** The worker's quote on a job: amount, how it is paid, scope, proposal. */
export function QuotePanel({ job }: { job: Job }) {
  const t = useT();
  const online = useOnline();
  const form = useQuoteForm(job);
  const { draft, setDraft, errors } = form;
  const problems = useProblems(errors);
  const rowsError = errors['milestoneNames'] ?? errors['milestoneAmounts'];
  const parts = partsOf(draft);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.send();
  }

  return (
    <form className="sheet quote" id="quote" aria-labelledby="quote-title" onSubmit={submit} noValidate>
      <h2 id="quote-title">{t('web.quotes.yours')}</h2>
      <ErrorSummary problems={problems} />
      <Field
        id="bid"
        label={t('web.quotes.bid')}
        hint={t('web.quotes.budgetHint', { budget: budgetText(t, job.budget) })}
        error={errors['bidPaise']}
      >
        <MoneyInput
          value={draft.bid}
          onChange={({ currentTarget }) => setDraft({ ...draft, bid: currentTarget.value })}
        />
      </Field>
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
            const term = PAYMENT_TERMS.find((known) => known === currentTarget.value);
            if (term) setDraft({ ...draft, term });
          }}
        />
        {draft.term === 'milestone' && <MilestoneRows draft={draft} onChange={setDraft} />}
        {parts.length > 0 && <PartsSplit parts={parts} totalPaise={parseRupees(draft.bid) ?? 0} />}
      </FieldGroup>
      <Field id="scope" label={t('web.quotes.scope')} optional error={errors['workScope']}>
        <TextArea
          value={draft.workScope}
          onChange={({ currentTarget }) => setDraft({ ...draft, workScope: currentTarget.value })}
        />
      </Field>
      <UploadField
        id="proposal"
        label={t('web.quotes.proposal')}
        upload={form.proposal}
        onChange={form.setProposal}
      />
      <div className="quote-actions">
        {!online && <Note tone="warn">{t('web.quotes.offline')}</Note>}
        <Button onClick={form.cancel}>{t('web.quotes.cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={form.sending}
          busyText={t('web.quotes.submitting')}
        >
          {online ? t('web.quotes.submit') : t('ui.needsInternet')}
        </Button>
      </div>
    </form>
  );
}
