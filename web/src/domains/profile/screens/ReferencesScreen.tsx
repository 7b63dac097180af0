import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { ReferencesForm } from '../forms/ReferencesForm.tsx';

export default function ReferenceEdit() {
  const t = useT();
  return (
    <PartScreen title={t('web.profile.references')} lead={t('web.profile.referencesLead')}>
      {(profile) => <ReferencesForm profile={profile} next={paths.profile()} />}
    </PartScreen>
  );
}
