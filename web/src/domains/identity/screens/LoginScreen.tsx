import { useState } from 'react';
import { Link, useSearch, useSearchParams } from '../../../platform/router/index.ts';
import { useForm } from 'react-hook-form';
import { userLogin } from '@fws/contract/identity/calls';
import { DialogPage } from '../../../app/DialogPage.tsx';
import { paths } from '../../../app/paths.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Field, Note, PasswordInput, TextInput } from '../../../ui/index.ts';
import { logIn } from '../api.ts';
import { ForgotPassword } from '../components/ForgotPassword.tsx';
import { SocialButtons } from '../components/SocialButtons.tsx';

const SOCIAL_ENDS = ['cancelled', 'expired', 'failed', 'off', 'suspended'] as const;

export default function LoginScreen() {
  const t = useT();
  const search = useSearch();
  const ended = useSearchParams()[0].get('social');
  const social = SOCIAL_ENDS.find((end) => end === ended);
  const [problem, setProblem] = useState('');
  const [forgot, setForgot] = useState(false);
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    defaultValues: { identifier: '', password: '' },
    resolver: contractResolver(userLogin),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem('');
    try {
      await logIn(values);
    } catch (error) {
      if (!showFieldErrors(error, setError)) setProblem(error instanceof Error ? error.message : '');
    }
  });

  const footer = (
    <Button
      type="submit"
      form="login"
      variant="primary"
      busy={isSubmitting}
      busyText={t('identity.loggingIn')}
    >
      {t('shell.login')}
    </Button>
  );
  return (
    <DialogPage title={t('shell.login')} footer={footer}>
      <form id="login" className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && <Note tone="bad">{problem}</Note>}
        {social && !problem && (
          <Note tone={social === 'cancelled' ? 'info' : 'bad'}>{t(`identity.social.${social}`)}</Note>
        )}
        <Field id="identifier" label={t('identity.identifier')} error={errors.identifier?.message}>
          <TextInput autoComplete="username" autoCapitalize="none" {...register('identifier')} />
        </Field>
        <Field id="password" label={t('identity.password')} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Button variant="quiet" onClick={() => setForgot(true)}>
          {t('identity.forgot')}
        </Button>
        <p className="t2">
          {t('identity.newHere')}{' '}
          <Link to={search ? `${paths.register()}?${search}` : paths.register()}>{t('shell.register')}</Link>
        </p>
        <SocialButtons />
      </form>
      {forgot && (
        <ForgotPassword
          identifier={getValues('identifier')}
          onClose={() => setForgot(false)}
          onDone={() => setForgot(false)}
        />
      )}
    </DialogPage>
  );
}
