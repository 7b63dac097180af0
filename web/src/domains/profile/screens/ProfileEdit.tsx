import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ownProfileQuery } from '../api.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { BasicsForm } from '../forms/BasicsForm.tsx';
import ProfileUpdate from './ProfileUpdate.tsx';

/** Registration leads here. For a user with an empty profile it is the first of three steps. */
export default function ProfileEdit() {
  const profile = useQuery(ownProfileQuery());
  const isFirst = profile.data?.qualification === null;
  const [isOnboarding, setOnboarding] = useState(isFirst);
  // Saving fills the profile before the next step opens, so remember that this is onboarding.
  if (isFirst && !isOnboarding) setOnboarding(true);
  return isOnboarding ? <ProfileUpdate /> : <BasicsEdit />;
}

ProfileEdit.firstQueries = () => [ownProfileQuery()];

function BasicsEdit() {
  const t = useT();
  return (
    <PartScreen title={t('web.profile.basics')}>
      {(profile) => <BasicsForm profile={profile} next={paths.profile()} />}
    </PartScreen>
  );
}
