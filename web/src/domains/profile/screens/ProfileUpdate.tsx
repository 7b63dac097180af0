import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ownProfileQuery } from '../api.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { BasicsForm } from '../forms/BasicsForm.tsx';

export default function ProfileUpdate() {
  const t = useT();
  const next = paths.experienceUpdate();
  return (
    <PartScreen title={t('web.profile.onboarding')} lead={t('web.profile.onboardingLead')} step={0}>
      {(profile) => <BasicsForm profile={profile} next={next} skipTo={next} />}
    </PartScreen>
  );
}

ProfileUpdate.firstQueries = () => [ownProfileQuery()];
