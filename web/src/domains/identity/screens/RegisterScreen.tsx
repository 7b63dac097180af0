import { useQuery } from '@tanstack/react-query';
import { userRegister } from '@fws/contract/identity/calls';
import { SOCIAL_PROVIDERS } from '@fws/contract/identity/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { createAccount, providersQuery } from '../api.ts';
import { SocialRegister } from '../components/SocialRegister.tsx';
import { PersonalFields } from '../forms/PersonalFields.tsx';
import { buildRegistration, validateFirstStep } from '../forms/registration.ts';
import { RegistrationSteps } from '../forms/RegistrationSteps.tsx';

export default function RegisterScreen() {
  const t = useT();
  const [params] = useSearchParams();
  const socialParam = params.get('social');
  const providers = useQuery(providersQuery());
  const provider = SOCIAL_PROVIDERS.find((each) => each === socialParam);
  if (provider) return <SocialRegister provider={provider} />;
  return (
    <RegistrationSteps
      title={t('shell.register')}
      defaults={buildRegistration(params.get('next'))}
      validateFirstStep={validateFirstStep}
      schema={userRegister.form}
      // The buttons above the fields would move them.
      renderFirstStep={(form) => (providers.isLoading ? <Skeleton /> : <PersonalFields form={form} />)}
      create={createAccount}
    />
  );
}

RegisterScreen.firstQueries = () => [providersQuery()];
