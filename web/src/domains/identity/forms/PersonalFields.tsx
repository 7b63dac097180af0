import { Link, useSearch } from '../../../platform/router/index.ts';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, PasswordInput, TextInput, Two } from '../../../ui/index.ts';
import { SocialButtons } from '../components/SocialButtons.tsx';
import type { RegisterForm } from './registration.ts';

export function PersonalFields({ form }: { form: RegisterForm }) {
  const t = useT();
  const search = useSearch();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SocialButtons first />
      <Two>
        <Field id="firstName" label={t('identity.firstName')} error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field id="lastName" label={t('identity.lastName')} error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </Two>
      <Field
        id="email"
        label={t('identity.email')}
        hint={t('identity.emailHint')}
        error={errors.email?.message}
      >
        <TextInput type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field
        id="mobile"
        label={t('identity.mobile')}
        hint={t('identity.mobileHint')}
        error={errors.mobile?.message}
      >
        <TextInput type="tel" inputMode="tel" autoComplete="tel" {...register('mobile')} />
      </Field>
      <Field
        id="password"
        label={t('identity.password')}
        hint={t('identity.passwordHint')}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field
        id="confirmPassword"
        label={t('identity.confirmPassword')}
        error={errors.confirmPassword?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <p className="t2">
        {t('identity.haveAccount')}{' '}
        <Link to={search ? `${paths.login()}?${search}` : paths.login()}>{t('shell.login')}</Link>
      </p>
    </>
  );
}
