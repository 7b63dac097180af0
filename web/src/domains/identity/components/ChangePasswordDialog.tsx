import { useState } from 'react';

import { changePassword } from '@fws/contract/identity/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { CallError } from '../../../platform/client/index.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, FormDialog, Note, PasswordInput } from '../../../ui/index.ts';
import { savePassword } from '../api.ts';
import { NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { useStepUp } from './useStepUp.tsx';

/** The rule takes longer to read than other messages. */
const RULE_MS = 8000;

/** Changes the password of a user who knows it, or sets one by code where there is none. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const [problem, setProblem] = useState('');
  const stepUp = useStepUp();
  const [hasNoPassword, setHasNoPassword] = useState(false);
  const [isSettingPassword, setSettingPassword] = useState(false);
  const { register, handleSubmit, setError, formState } = useCheckedForm({
    defaultValues: { oldPassword: '', password: '', confirmPassword: '' },
    resolver: contractResolver(changePassword),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async (values) => {
      setProblem('');
      try {
        await stepUp.run((otp) => savePassword({ ...values, otp }));
        toast.success(translate('identity.password_changed'));
        onClose();
      } catch (error) {
        if (showFieldErrors(error, setError)) return;
        setHasNoPassword(error instanceof CallError && error.status === 409);
        setProblem(error instanceof Error ? error.message : '');
      }
    },
    (fieldErrors) => {
      const rule = translate('identity.password_rule');
      if (fieldErrors.password?.message === rule) toast.error(rule, { durationMs: RULE_MS });
    },
  );

  if (isSettingPassword)
    return (
      <ForgotPassword
        identifier={user.emailVerified ? user.email : user.mobile}
        onClose={() => setSettingPassword(false)}
        onDone={onClose}
      />
    );
  return (
    <>
      <FormDialog
        title={t('identity.changePassword')}
        submitText={t('identity.savePassword')}
        busyText={t('identity.saving')}
        busy={isSubmitting}
        onSubmit={submit}
        onClose={onClose}
        full
      >
        {problem && (
          <Note
            tone="bad"
            action={
              hasNoPassword && (
                <Button onClick={() => setSettingPassword(true)}>{t('identity.setPassword')}</Button>
              )
            }
          >
            {problem}
          </Note>
        )}
        <p className="t2 mut">{t('identity.changePasswordText')}</p>
        <Field label={t('identity.oldPassword')} error={errors.oldPassword?.message}>
          <PasswordInput autoComplete="current-password" {...register('oldPassword')} />
        </Field>
        <NewPasswordFields label={t('identity.newPassword')} errors={errors} register={register} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
