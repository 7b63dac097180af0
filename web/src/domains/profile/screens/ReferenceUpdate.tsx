import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ReferencesForm } from '../forms/ReferencesForm.tsx';

export default function ReferenceUpdate() {
  const t = useT();
  const next = paths.profile();
  return (
    <PartScreen title={t('web.profile.references')} lead={t('web.profile.referencesLead')} step={2}>
      {(profile) => <ReferencesForm profile={profile} next={next} skipTo={next} />}
    </PartScreen>
  );
}
