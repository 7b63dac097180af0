import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { BUDGET_KINDS } from '@fws/contract/jobs/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, FieldGroup, MoneyInput, RadioPick, Sheet, TwoColumns } from '../../../ui/index.ts';
import { budgetNames } from '../labels.ts';
import { SheetTitle } from './SheetTitle.tsx';
import type { JobDraft } from './postJobValues.ts';

/** What the poster wants to pay: one amount, or a range. */
export function BudgetSheet() {
  const t = useT();
  const { control, formState } = useFormContext<JobDraft>();
  const kind = useWatch({ control, name: 'budgetKind' });
  return (
    <Sheet title={<SheetTitle number={3}>{t('web.jobs.budget')}</SheetTitle>}>
      <FieldGroup
        id="budgetKind"
        label={t('web.jobs.post.budgetType')}
        error={formState.errors.budgetKind?.message}
      >
        <Controller
          control={control}
          name="budgetKind"
          render={({ field }) => (
            <RadioPick
              {...field}
              value={field.value ?? ''}
              options={BUDGET_KINDS.map((value) => ({ value, label: t(budgetNames[value]) }))}
            />
          )}
        />
      </FieldGroup>
      {kind === 'fixed' && <AmountField name="amountText" label={t('web.jobs.post.amount')} />}
      {kind === 'range' && (
        <TwoColumns>
          <AmountField name="amountFromText" label={t('web.jobs.post.from')} />
          <AmountField name="amountToText" label={t('web.jobs.post.to')} />
        </TwoColumns>
      )}
    </Sheet>
  );
}

function AmountField({
  name,
  label,
}: {
  name: 'amountText' | 'amountFromText' | 'amountToText';
  label: string;
}) {
  const { control, formState } = useFormContext<JobDraft>();
  return (
    <Field id={name} label={label} error={formState.errors[name]?.message}>
      <Controller control={control} name={name} render={({ field }) => <MoneyInput {...field} />} />
    </Field>
  );
}
