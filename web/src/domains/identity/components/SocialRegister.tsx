import { useQuery } from '@tanstack/react-query';
import type { SocialProvider } from '@fws/contract/identity/model';
import { socialRegister } from '@fws/contract/identity/calls';
import type { SocialProfile } from '@fws/contract/identity/schemas';
import { DialogPage } from './DialogPage.tsx';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { ButtonLink, Field, Note, Skeleton, SkeletonLine, TextInput } from '../../../ui/index.ts';
import { createSocialAccount, socialProfileQuery } from '../api.ts';
import { MobileField } from '../forms/MobileField.tsx';
import { NameFields } from '../forms/NameFields.tsx';
import { buildRegistration, validateSocialStep, type RegisterForm } from '../forms/registration.ts';
import { RegistrationSteps } from '../forms/RegistrationSteps.tsx';

/**
 * Registers a user who comes from Google or Facebook for the first time: asks for what the provider did not
 * report.
 */
export function SocialRegister({ provider }: { provider: SocialProvider }) {
  const t = useT();
  const { data, error } = useQuery(socialProfileQuery(provider));
  const next = useSearchParams()[0].get('next');
  const title = t('identity.completeProfile');
  if (data?.firstTime) {
    const { profile } = data;
    const { firstName, lastName, email } = profile;
    return (
      <RegistrationSteps
        title={title}
        defaults={{ ...buildRegistration(next), firstName, lastName, email }}
        validateFirstStep={validateSocialStep}
        schema={socialRegister.form}
        renderFirstStep={(form) => <SocialFields form={form} profile={profile} provider={provider} />}
        create={createSocialAccount}
      />
    );
  }
  return (
    <DialogPage title={title}>
      {error ? (
        <Note tone="bad" action={<ButtonLink to={paths.login()}>{t('identity.startAgain')}</ButtonLink>}>
          {error.message}
        </Note>
      ) : (
        <Skeleton>
          <SkeletonLine width="60%" height={20} />
          <SkeletonLine height={44} />
          <SkeletonLine height={44} />
        </Skeleton>
      )}
    </DialogPage>
  );
}

type FieldsProps = { form: RegisterForm; profile: SocialProfile; provider: SocialProvider };

function SocialFields({ form, profile, provider }: FieldsProps) {
  const t = useT();
  const { register, formState } = form;
  const { errors } = formState;
  const name = t(`identity.name.${provider}`);
  return (
    <>
      <p className="t2">{t('identity.socialFrom', { provider: name })}</p>
      <NameFields form={form} />
      <MobileField form={form} />
      <Field
        id="email"
        label={t('identity.email')}
        hint={profile.emailVerified ? t('identity.emailFrom', { provider: name }) : t('identity.emailHint')}
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          readOnly={profile.emailVerified}
          {...register('email')}
        />
      </Field>
    </>
  );
}
