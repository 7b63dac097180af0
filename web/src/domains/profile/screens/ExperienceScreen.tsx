import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ExperienceForm } from '../forms/ExperienceForm.tsx';

export default function ExperienceEdit() {
  const t = useT();
  return (
    <PartScreen title={t('web.profile.experienceTitle')} lead={t('web.profile.experienceLead')}>
      {(profile) => <ExperienceForm profile={profile} next={paths.profile()} />}
    </PartScreen>
  );
}
