import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';

import { submitIdentity } from '@fws/contract/kyc/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import {
  Button,
  CodeInput,
  ErrorSummary,
  Field,
  LoadError,
  SkeletonLine,
  SendingFile,
  SubmitButton,
  TextInput,
} from '../../../ui/index.ts';
import { captchaQuery, sendNumber } from '../api.ts';
import { AadhaarOtp } from './AadhaarOtp.tsx';
import type { FormProps } from './form-props.ts';
import { Problem } from './Problem.tsx';
import { useSending } from './useSending.ts';

type Values = CallInput<typeof submitIdentity>;

const check = contractResolver(submitIdentity);

/** Takes the number and the captcha, then the one-time password that UIDAI sends. */
export function AadhaarForm({ code, video, nameOnId, next }: FormProps) {
  const [session, setSession] = useState('');
  if (session !== '')
    return <AadhaarOtp sessionId={session} next={next} onStartAgain={() => setSession('')} />;
  return <NumberStep code={code} video={video} nameOnId={nameOnId} onSent={setSession} />;
}

type StepProps = Pick<FormProps, 'code' | 'video' | 'nameOnId'> & { onSent: (sessionId: string) => void };

function NumberStep({ code, video, nameOnId, onSent }: StepProps) {
  const t = useT();
  const captcha = useQuery(captchaQuery());
  const sessionId = captcha.data?.sessionId ?? '';
  const { register, handleSubmit, setError, resetField, setFocus, formState } = useCheckedForm<Values>({
    defaultValues: { kind: 'aadhaar', number: '', code, captcha: '', sessionId: '' },
    resolver: (values, context, options) => check({ ...values, sessionId }, context, options),
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const { problem, videoLost, trySend } = useSending(setError);
  const problems = useMemo(
    () =>
      [
        { id: 'number', text: errors.number?.message },
        { id: 'captcha', text: errors.captcha?.message ?? errors.sessionId?.message },
      ].flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }])),
    [errors.number, errors.captcha, errors.sessionId],
  );

  async function send(values: Values): Promise<void> {
    const submitted = await trySend(() => sendNumber({ ...values, nameOnId }, video));
    if (submitted?.sessionId) return onSent(submitted.sessionId);
    // A captcha is valid for one try. Keep the other input.
    resetField('captcha', { keepError: true });
    await captcha.refetch();
  }

  async function refreshCaptcha(): Promise<void> {
    resetField('captcha');
    await captcha.refetch();
    setFocus('captcha');
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
      <Field
        id="number"
        label={t('web.kyc.aadhaarNumber')}
        hint={t('web.kyc.aadhaarHint')}
        error={errors.number?.message}
      >
        <TextInput inputMode="numeric" autoComplete="off" maxLength={14} {...register('number')} />
      </Field>
      {captcha.error ? (
        <LoadError error={captcha.error} onRetry={captcha.refetch} />
      ) : (
        <div className="kyc-captcha">
          {captcha.data ? (
            <img src={`data:image/png;base64,${captcha.data.image}`} alt={t('web.kyc.captchaAlt')} />
          ) : (
            <SkeletonLine width="200px" height={72} />
          )}
          <Button
            variant="quiet"
            icon="refund"
            busy={captcha.isFetching}
            onClick={() => void refreshCaptcha()}
          >
            {t('web.kyc.anotherPicture')}
          </Button>
        </div>
      )}
      <Field
        id="captcha"
        label={t('web.kyc.captcha')}
        hint={t('web.kyc.captchaHint')}
        error={errors.captcha?.message ?? errors.sessionId?.message}
      >
        <CodeInput maxLength={20} autoComplete="off" {...register('captcha')} />
      </Field>
      <p className="t2 mut kyc-why">{t('web.kyc.notKept')}</p>
      <SendingFile name={t('web.kyc.yourVideo')} />
      <SubmitButton block busy={isSubmitting} busyText={t('web.kyc.checking')}>
        {t('web.kyc.next')}
      </SubmitButton>
    </form>
  );
}
