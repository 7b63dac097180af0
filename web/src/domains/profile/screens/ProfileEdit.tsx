import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ownProfile } from '../api.ts';
import { PartScreen } from '../components/PartScreen.tsx';
import { BasicsForm } from '../forms/BasicsForm.tsx';
import ProfileUpdate from './ProfileUpdate.tsx';

/** Registering leads here: for who has told nothing yet it is the first of three steps. */
export default function ProfileEdit() {
  const profile = useQuery(ownProfile());
  const isFirst = profile.data?.qualification === null;
  const [began, setBegan] = useState(isFirst);
  // Saving makes it no longer the first time, on the way to the next step.
  if (isFirst && !began) setBegan(true);
  return began ? <ProfileUpdate /> : <BasicsEdit />;
}

function BasicsEdit() {
  const t = useT();
  return (
    <PartScreen title={t('web.profile.basics')}>
      {(profile) => <BasicsForm profile={profile} next={paths.profile()} />}
    </PartScreen>
  );
}
