import { Suspense } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Field, MoneyInput, TwoColumns } from '../../../ui/index.ts';
import { PriceHint } from '../../prices/index.ts';
import type { JobDraft } from './postJobValues.ts';

/** What the poster wants to pay: one amount, or a range. */
export function BudgetField() {
  const t = useT();
  const { control, setValue } = useFormContext<JobDraft>();
  const isRange = useWatch({ control, name: 'budgetKind' }) === 'range';
  return (
    <div className="job-budget">
      {isRange ? (
        <TwoColumns>
          <AmountField name="amountFromText" label={t('web.jobs.post.from')} />
          <AmountField name="amountToText" label={t('web.jobs.post.to')} />
        </TwoColumns>
      ) : (
        <AmountField name="amountText" label={t('web.jobs.budget')} />
      )}
      <Button variant="quiet" onClick={() => setValue('budgetKind', isRange ? 'fixed' : 'range')}>
        {t(isRange ? 'web.jobs.post.oneAmount' : 'web.jobs.post.range')}
      </Button>
      <UsualPrice />
    </div>
  );
}

function UsualPrice() {
  const { control } = useFormContext<JobDraft>();
  const [categoryId, location, latitude, longitude] = useWatch({
    control,
    name: ['categoryId', 'location', 'latitude', 'longitude'],
  });
  // Its code is loaded once there is something to ask.
  if (categoryId === '' || location === '') return null;
  return (
    <Suspense>
      <PriceHint {...{ categoryId, location, latitude, longitude }} />
    </Suspense>
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
