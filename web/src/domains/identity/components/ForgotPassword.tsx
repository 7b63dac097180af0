import { useState } from 'react';
import { useController } from 'react-hook-form';
import { forgotPassword, resetPassword } from '@fws/contract/identity/calls';
import { OTP_DIGITS } from '@fws/contract/identity/model';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, FormDialog, Note, OtpInput, TextInput } from '../../../ui/index.ts';
import { requestPasswordReset, setNewPassword } from '../api.ts';
import { NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { ResendButton } from './ResendButton.tsx';
import { useResend } from './useResend.ts';

type Props = {
  /** The identifier typed so far. */
  identifier?: string;
  onClose: () => void;
  /** The new password is set, and every session has ended. */
  onDone: () => void;
};

/** Two dialogs in sequence: the identifier, then the code and a new password. */
export function ForgotPassword({ identifier = '', onClose, onDone }: Props) {
  const [requestedFor, setRequestedFor] = useState<string>();
  return requestedFor === undefined ? (
    <RequestCodeDialog identifier={identifier} onRequested={setRequestedFor} onClose={onClose} />
  ) : (
    <ResetDialog identifier={requestedFor} onClose={onClose} onDone={onDone} />
  );
}

type RequestProps = { identifier: string; onRequested: (identifier: string) => void; onClose: () => void };

function RequestCodeDialog({ identifier, onRequested, onClose }: RequestProps) {
  const t = useT();
  const [problem, setProblem] = useState('');
  const { register, handleSubmit, setError, formState } = useCheckedForm({
    defaultValues: { identifier },
    resolver: contractResolver(forgotPassword),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem('');
    try {
      await requestPasswordReset(values.identifier);
      onRequested(values.identifier);
    } catch (error) {
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });

  return (
    <FormDialog
      title={t('identity.forgotTitle')}
      submitText={t('identity.sendCode')}
      busyText={t('identity.sending')}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem && <Note tone="bad">{problem}</Note>}
      <Field
        label={t('identity.identifier')}
        hint={t('identity.forgotText')}
        error={errors.identifier?.message}
      >
        <TextInput autoComplete="username" autoCapitalize="none" {...register('identifier')} />
      </Field>
    </FormDialog>
  );
}

type ResetProps = { identifier: string; onClose: () => void; onDone: () => void };

/** Closes when the password is set; otherwise stays open and shows the error. */
function ResetDialog({ identifier, onClose, onDone }: ResetProps) {
  const t = useT();
  const [problem, setProblem] = useState('');
  const { register, control, handleSubmit, setError, formState } = useCheckedForm({
    defaultValues: { identifier, otp: '', password: '', confirmPassword: '' },
    resolver: contractResolver(resetPassword),
  });
  // Registered before the other fields, so that an error focuses it first.
  const { ref: otpRef, value: otp, onChange: changeOtp } = useController({ control, name: 'otp' }).field;
  const { errors, isSubmitting } = formState;
  const resend = useResend({
    requestCode: () => requestPasswordReset(identifier),
    sentText: t('identity.reset_code_sent'),
  });

  const submit = handleSubmit(async (values) => {
    setProblem('');
    try {
      await setNewPassword(values);
      toast.success(translate('identity.password_reset'));
      onDone();
    } catch (error) {
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });

  return (
    <FormDialog
      title={t('identity.resetTitle')}
      submitText={t('identity.resetPassword')}
      busyText={t('identity.saving')}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      full
    >
      {problem && <Note tone="bad">{problem}</Note>}
      {/* Tells password managers whose password this is. */}
      <input
        type="text"
        className="vh"
        autoComplete="username"
        value={identifier}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        label={t('identity.code')}
        hint={t('identity.resetText', { address: identifier })}
        error={errors.otp?.message ?? resend.problem}
      >
        <OtpInput value={otp} onChange={changeOtp} length={OTP_DIGITS} ref={otpRef} />
      </Field>
      <ResendButton resend={resend} />
      <NewPasswordFields label={t('identity.newPassword')} errors={errors} register={register} />
    </FormDialog>
  );
}
