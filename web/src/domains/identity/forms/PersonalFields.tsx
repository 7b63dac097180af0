import { Link, useSearch } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';
import { SocialButtons } from '../components/SocialButtons.tsx';
import { MobileField } from './MobileField.tsx';
import { NameFields } from './NameFields.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import type { RegisterForm } from './registration.ts';

export function PersonalFields({ form }: { form: RegisterForm }) {
  const t = useT();
  const search = useSearch();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SocialButtons isFirst />
      <NameFields form={form} />
      <Field
        id="email"
        label={t('identity.email')}
        hint={t('identity.emailHint')}
        error={errors.email?.message}
      >
        <TextInput type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      <MobileField form={form} />
      <NewPasswordFields label={t('identity.password')} errors={errors} register={register} />
      <p className="t2">
        {t('identity.haveAccount')}{' '}
        <Link to={search ? `${paths.login()}?${search}` : paths.login()}>{t('shell.login')}</Link>
      </p>
    </>
  );
}
