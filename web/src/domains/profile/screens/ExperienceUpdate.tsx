import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ExperienceForm } from '../forms/ExperienceForm.tsx';

export default function ExperienceUpdate() {
  const t = useT();
  const next = paths.referenceUpdate();
  return (
    <PartScreen title={t('web.profile.experienceTitle')} lead={t('web.profile.experienceLead')} step={1}>
      {(profile) => <ExperienceForm profile={profile} next={next} skipTo={next} />}
    </PartScreen>
  );
}
