import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { paths } from '../../../platform/router/paths.ts';
import { readFilledIn } from '../../../platform/client/readFilledIn.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link, useSearch } from '../../../platform/router/index.ts';
import { Button, Field, Note, PasswordInput, SubmitButton, TextInput } from '../../../ui/index.ts';
import { ForgotPassword } from '../components/ForgotPassword.tsx';
import { SocialButtons } from '../components/SocialButtons.tsx';

type Props = {
  form: UseFormReturn<{ identifier: string; password: string }>;
  note: { tone: 'info' | 'bad'; text: string } | undefined;
  onSubmit: () => Promise<void>;
};

/** E-mail or mobile number and password, then the other ways to log in. */
export function LoginForm({ form, note, onSubmit }: Props) {
  const { register, getValues, formState } = form;
  const t = useT();
  const search = useSearch();
  const [forgot, setForgot] = useState(false);
  const { errors, isSubmitting } = formState;
  return (
    <>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          readFilledIn(event.currentTarget, form);
          void onSubmit();
        }}
      >
        {note && <Note tone={note.tone}>{note.text}</Note>}
        <Field id="identifier" label={t('identity.identifier')} error={errors.identifier?.message}>
          <TextInput autoComplete="username" autoCapitalize="none" {...register('identifier')} />
        </Field>
        <Field id="password" label={t('identity.password')} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <SubmitButton block busy={isSubmitting} busyText={t('identity.loggingIn')}>
          {t('shell.login')}
        </SubmitButton>
        <Button variant="quiet" block onClick={() => setForgot(true)}>
          {t('identity.forgot')}
        </Button>
        <SocialButtons />
        <p className="t2">
          {t('identity.newHere')}{' '}
          <Link to={search ? `${paths.register()}?${search}` : paths.register()}>{t('shell.register')}</Link>
        </p>
      </form>
      {forgot && (
        <ForgotPassword
          identifier={getValues('identifier')}
          onClose={() => setForgot(false)}
          onDone={() => setForgot(false)}
        />
      )}
    </>
  );
}
