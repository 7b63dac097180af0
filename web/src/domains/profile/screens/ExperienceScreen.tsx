import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ownProfileQuery } from '../api.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ExperienceForm } from '../forms/ExperienceForm.tsx';

/** Edits the experience; during onboarding it is the second of three steps. */
export default function ExperienceScreen({ onboarding = false }: { onboarding?: boolean }) {
  const t = useT();
  const next = onboarding ? paths.referenceUpdate() : paths.profile();
  return (
    <PartScreen
      title={t('web.profile.experienceTitle')}
      lead={t('web.profile.experienceLead')}
      step={onboarding ? 1 : undefined}
    >
      {(profile) => <ExperienceForm profile={profile} next={next} skipTo={onboarding ? next : undefined} />}
    </PartScreen>
  );
}

ExperienceScreen.firstQueries = () => [ownProfileQuery()];
