import '../profile.css';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@fws/contract/profile/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Columns, Screen, Sheet } from '../../../ui/index.ts';
import { ContactEdit } from '../../identity/index.ts';
import { HiddenNote } from '../../../ui/MaskedText.tsx';
import { availabilityQuery, ownProfileQuery, publicPageQuery } from '../api.ts';
import { AboutSheet } from '../components/AboutSheet.tsx';
import { AvailabilitySheet } from '../components/AvailabilitySheet.tsx';
import { IdentitySheet } from '../components/IdentitySheet.tsx';
import { PapersSheet } from '../components/PapersSheet.tsx';
import { PublicPageSheet } from '../components/PublicPageSheet.tsx';
import { ProfileHead } from '../components/ProfileHead.tsx';
import { SecuritySheet } from '../components/SecuritySheet.tsx';
import { ReferencesSheet } from '../components/ReferencesSheet.tsx';

/** The user's whole profile, with links to edit each part. */
export default function ProfileScreen() {
  const t = useT();
  const profile = useQuery(ownProfileQuery());
  const availability = useQuery(availabilityQuery());
  const page = useQuery(publicPageQuery());
  // All at once: what appeared later would move the links below it. Without a network, what is there.
  const waitsFor = [availability, page].find(({ isLoading }) => isLoading) ?? profile;
  return (
    <Screen title={t('web.profile.title')} data={waitsFor}>
      {() => profile.data && <Parts profile={profile.data} />}
    </Screen>
  );
}

ProfileScreen.firstQueries = () => [ownProfileQuery(), availabilityQuery(), publicPageQuery()];

function Parts({ profile }: { profile: Profile }) {
  const t = useT();
  return (
    <div className="pf">
      <Columns
        aside={
          <>
            <Sheet title={t('web.profile.contacts')}>
              <ContactEdit />
            </Sheet>
            <IdentitySheet identity={profile.identity} />
            <PapersSheet profile={profile} />
            <SecuritySheet />
          </>
        }
      >
        <HiddenNote hides={profile.hides} of="person" />
        <ProfileHead profile={profile} />
        <AboutSheet profile={profile} />
        <ReferencesSheet profile={profile} />
        <AvailabilitySheet />
        <PublicPageSheet />
      </Columns>
    </div>
  );
}
