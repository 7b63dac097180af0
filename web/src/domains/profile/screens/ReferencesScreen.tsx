import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ownProfileQuery } from '../api.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ReferencesForm } from '../forms/ReferencesForm.tsx';

/** Edits the references; during onboarding it is the last of three steps. */
export default function ReferencesScreen({ onboarding = false }: { onboarding?: boolean }) {
  const t = useT();
  const next = paths.profile();
  return (
    <PartScreen
      title={t('web.profile.references')}
      lead={t('web.profile.referencesLead')}
      step={onboarding ? 2 : undefined}
    >
      {(profile) => <ReferencesForm profile={profile} next={next} skipTo={onboarding ? next : undefined} />}
    </PartScreen>
  );
}

ReferencesScreen.firstQueries = () => [ownProfileQuery()];
