import { toFormLastName } from '@fws/contract/identity/model';
import { useMemo, useState } from 'react';
import { requestNameChange } from '@fws/contract/kyc/calls';
import type { NameChange, NameStatus } from '@fws/contract/kyc/schemas';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  ErrorSummary,
  Field,
  Note,
  Sheet,
  SubmitButton,
  TextArea,
  TextInput,
  TwoColumns,
} from '../../../ui/index.ts';
import { LastNameField, useStepUp } from '../../identity/index.ts';
import { sendNameChange } from '../api.ts';

const resolver = contractResolver(requestNameChange);
const FIELDS = ['firstName', 'lastName', 'explanation'] as const;

/** Asks for a corrected name. No draft of it stays on the device, as of nothing about an identity. */
export function NameForm({ status }: { status: NameStatus }) {
  const t = useT();
  const stepUp = useStepUp();
  const [problem, setProblem] = useState('');
  const form = useCheckedForm<NameChange>({
    defaultValues: {
      firstName: status.firstName,
      lastName: toFormLastName(status.lastName),
      explanation: '',
    },
    resolver,
    shouldFocusError: false,
  });
  const { register } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const problems = useMemo(
    () =>
      FIELDS.flatMap((field) => {
        const text = errors[field]?.message;
        return text === undefined ? [] : [{ id: field, text }];
      }),
    [errors],
  );

  async function send(values: NameChange): Promise<void> {
    setProblem('');
    try {
      await stepUp.run((otp) => sendNameChange({ ...values, otp }));
      toast.success(translate('kyc.name_requested'));
    } catch (error) {
      if (!showFieldErrors(error, form.setError))
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <Sheet title={t('web.kyc.name.correct')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit(send)();
        }}
      >
        <ErrorSummary problems={problems} submitCount={submitCount} />
        {problem !== '' && <Note tone="bad">{problem}</Note>}
        <p className="t2 mut kyc-why">
          {t(status.verifiedName === '' ? 'web.kyc.name.why' : 'web.kyc.name.whyVerified')}
        </p>
        <TwoColumns>
          <Field id="firstName" label={t('web.kyc.name.first')} error={errors.firstName?.message}>
            <TextInput autoComplete="given-name" maxLength={60} {...register('firstName')} />
          </Field>
          <LastNameField form={form} label={t('web.kyc.name.last')} />
        </TwoColumns>
        <Field
          id="explanation"
          label={t('web.kyc.name.explanation')}
          hint={t('web.kyc.name.explanationHint')}
          error={errors.explanation?.message}
        >
          <TextArea rows={3} maxLength={500} {...register('explanation')} />
        </Field>
        <SubmitButton block busy={isSubmitting} busyText={t('ui.saving')}>
          {t('web.kyc.name.send')}
        </SubmitButton>
      </form>
      {stepUp.dialog}
    </Sheet>
  );
}
