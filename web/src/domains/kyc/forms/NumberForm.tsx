import { useMemo } from 'react';

import { submitIdentity } from '@fws/contract/kyc/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { CodeInput, ErrorSummary, Field, SendingFile, SubmitButton } from '../../../ui/index.ts';
import { sendNumber } from '../api.ts';
import type { FormProps } from './form-props.ts';
import { Problem } from './Problem.tsx';
import { useSending } from './useSending.ts';

type Values = CallInput<typeof submitIdentity>;

const resolver = contractResolver(submitIdentity);

const labels = {
  pan: { label: 'web.kyc.pan', hint: 'web.kyc.panHint', length: 10 },
  gstin: { label: 'web.kyc.gstin', hint: 'web.kyc.gstinHint', length: 15 },
} as const;

type Props = FormProps & { kind: 'pan' | 'gstin' };

/** PAN or GSTIN, validated here before it is sent. */
export function NumberForm({ kind, code, video, nameOnId, next, onFreeze }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useCheckedForm<Values>({
    defaultValues: { kind, number: '', code, captcha: '', sessionId: '' },
    resolver,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const { problem, videoLost, trySend } = useSending(setError);
  const { label, hint, length } = labels[kind];
  const problems = useMemo(
    () => (errors.number?.message === undefined ? [] : [{ id: 'number', text: errors.number.message }]),
    [errors.number],
  );

  async function send(values: Values): Promise<void> {
    onFreeze(true);
    const status = await trySend(() => sendNumber({ ...values, nameOnId }, video));
    onFreeze(false);
    if (status?.state !== 'verified') return;
    toast.success(translate('kyc.verified'));
    navigate(next);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit(send)();
      }}
    >
      <ErrorSummary problems={problems} submitCount={submitCount} />
      <Problem text={problem} videoLost={videoLost} />
      <Field id="number" label={t(label)} hint={t(hint)} error={errors.number?.message}>
        <CodeInput maxLength={length} {...register('number')} />
      </Field>
      <p className="t2 mut kyc-why">{t('web.kyc.notKept')}</p>
      <SendingFile name={t('web.kyc.yourVideo')} />
      <SubmitButton block busy={isSubmitting} busyText={t('web.kyc.checking')}>
        {t('web.kyc.submit')}
      </SubmitButton>
    </form>
  );
}
