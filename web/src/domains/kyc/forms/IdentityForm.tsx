import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { submitIdentity } from '@fws/contract/kyc/calls';
import type { IdKind } from '@fws/contract/kyc/model';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, CodeInput, ErrorSummary, Field, FieldGroup, Note, RadioPick } from '../../../ui/index.ts';
import { sendIdentity } from '../api.ts';

type Values = { kind: IdKind; number: string };

const resolver = contractResolver(submitIdentity);

const words = {
  pan: { label: 'web.kyc.pan', hint: 'web.kyc.panHint', length: 10 },
  gstin: { label: 'web.kyc.gstin', hint: 'web.kyc.gstinHint', length: 15 },
} as const;

type Props = {
  /** Where a verified user goes on. */
  next: string;
  /** Why the last check failed. */
  refusal: string | undefined;
};

/** PAN or GSTIN, checked here before it is sent anywhere. */
export function IdentityForm({ next, refusal }: Props) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const { register, control, handleSubmit, setError, clearErrors, formState } = useForm<Values>({
    defaultValues: { kind: 'pan', number: '' },
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = formState;
  const { label, hint, length } = words[useWatch({ control, name: 'kind' })];
  const problems = useMemo(
    () => (errors.number?.message === undefined ? [] : [{ id: 'number', text: errors.number.message }]),
    [errors.number],
  );

  async function send(values: Values): Promise<void> {
    setProblem('');
    try {
      const status = await sendIdentity(values);
      if (status.state !== 'verified') return;
      toast.success(translate('kyc.verified'));
      void navigate(next);
    } catch (error) {
      if (!showFieldErrors(error, setError))
        setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
    }
  }

  return (
    <form
      className="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit(send)();
      }}
    >
      <ErrorSummary problems={problems} />
      {problem !== '' && <Note tone="bad">{problem}</Note>}
      {refusal !== undefined && problems.length === 0 && problem === '' && (
        <Note tone="bad" role="status">
          <b>{t('web.kyc.refused')}</b>
          <p className="t2">{refusal}</p>
        </Note>
      )}
      <p className="t2 mut kyc-why">{t('web.kyc.why')}</p>
      <FieldGroup label={t('web.kyc.kind')}>
        <RadioPick
          {...register('kind', { onChange: () => clearErrors() })}
          options={[
            { value: 'pan', label: t('web.kyc.pan') },
            { value: 'gstin', label: t('web.kyc.gstin') },
          ]}
        />
      </FieldGroup>
      <Field id="number" label={t(label)} hint={t(hint)} error={errors.number?.message}>
        <CodeInput maxLength={length} {...register('number')} />
      </Field>
      <p className="t2 mut kyc-why">{t('web.kyc.notKept')}</p>
      <Button
        type="submit"
        variant="primary"
        block
        disabled={!online}
        busy={isSubmitting}
        busyText={t('web.kyc.checking')}
      >
        {online ? t('web.kyc.submit') : t('web.kyc.needsInternet')}
      </Button>
    </form>
  );
}
