import { useEffect } from 'react';
import { DateInput, Field, FieldGroup, RupeeInput, TextInput, TwoColumns } from '../../../ui/index.ts';
import { loadAreas, useT } from '../../../platform/i18n/index.ts';
import type { QuoteDraft } from '../draft.ts';
import type { QuoteErrors } from './useOffer.ts';

type Props = {
  draft: QuoteDraft;
  setDraft: (draft: QuoteDraft) => void;
  errors: QuoteErrors;
  today: string;
};

/** The visit that the work begins with, by choice: a day, and then a time and a fee. */
export function VisitFields({ draft, setDraft, errors, today }: Props) {
  const t = useT();
  const hasDay = draft.visitDate !== '';
  // What can be wrong with the others is said in these words. Most quotes state no visit.
  useEffect(() => {
    if (hasDay) void loadAreas(['visits']).catch(() => undefined);
  }, [hasDay]);
  const change = (part: Partial<QuoteDraft>) => setDraft({ ...draft, ...part });
  return (
    <FieldGroup id="visit" label={t('web.quotes.visit')} hint={t('web.quotes.visitHint')} optional>
      <Field id="visit-date" label={t('web.quotes.visitDay')} error={errors['visitDate']}>
        <DateInput min={today} value={draft.visitDate} onChange={(visitDate) => change({ visitDate })} />
      </Field>
      {hasDay && (
        <>
          <FieldGroup
            id="visit-window"
            label={t('web.quotes.visitTime')}
            hint={t('web.quotes.visitTimeHint')}
            error={errors['visitWindow']}
          >
            <TwoColumns alsoOnPhones>
              <Field id="visit-from" label={t('web.quotes.visitFrom')}>
                <TextInput
                  type="time"
                  autoComplete="off"
                  value={draft.visitFrom}
                  onChange={({ currentTarget }) => change({ visitFrom: currentTarget.value })}
                />
              </Field>
              <Field id="visit-until" label={t('web.quotes.visitUntil')}>
                <TextInput
                  type="time"
                  autoComplete="off"
                  value={draft.visitUntil}
                  onChange={({ currentTarget }) => change({ visitUntil: currentTarget.value })}
                />
              </Field>
            </TwoColumns>
          </FieldGroup>
          <Field
            id="visit-fee"
            label={t('web.quotes.visitFee')}
            hint={t('web.quotes.visitFeeHint')}
            optional
            error={errors['visitFeeText']}
          >
            <RupeeInput value={draft.visitFee} onChange={(visitFee) => change({ visitFee })} />
          </Field>
        </>
      )}
    </FieldGroup>
  );
}
