import '../profile-edit.css';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Screen, SkeletonLine, Steps } from '../../../ui/index.ts';
import { ProfileHeldNote } from '../../safety/index.ts';
import { ownProfileQuery } from '../api.ts';

type Props = {
  title: string;
  lead?: string;
  /** The step of onboarding; absent when editing. */
  step?: 0 | 1 | 2 | undefined;
  children: (profile: Profile) => ReactNode;
};

/** The frame of the screens that edit one part of the profile. */
export function PartScreen({ title, lead, step, children }: Props) {
  const t = useT();
  const profile = useQuery(ownProfileQuery());
  const steps = [
    t('web.profile.step.basics'),
    t('web.profile.step.experience'),
    t('web.profile.step.references'),
  ];
  return (
    <Screen
      title={title}
      windowTitle={step === undefined ? undefined : t('web.profile.stepTitle', { title, step: step + 1 })}
      {...(lead !== undefined && { lead })}
      {...(step === undefined && { back: { to: paths.profile(), label: t('web.profile.back') } })}
      data={profile}
      skeleton={<PartSkeleton />}
    >
      {() =>
        profile.data && (
          <div className="pf-part">
            {step === undefined ? (
              <Suspense>
                <ProfileHeldNote />
              </Suspense>
            ) : (
              <Steps steps={steps} current={step} />
            )}
            <ProfileAtOpening profile={profile.data}>{children}</ProfileAtOpening>
          </div>
        )
      }
    </Screen>
  );
}

/** A form starts with the profile as it was, so that live updates do not overwrite what is being typed. */
function ProfileAtOpening({
  profile,
  children,
}: {
  profile: Profile;
  children: (profile: Profile) => ReactNode;
}) {
  const [initialProfile] = useState(profile);
  return children({ ...initialProfile, profileImage: profile.profileImage });
}

function PartSkeleton() {
  return (
    <div className="pf-part">
      {[0, 1].map((sheet) => (
        <div key={sheet} className="sheet sk-card">
          <SkeletonLine width="40%" />
          <SkeletonLine height={48} />
          <SkeletonLine height={48} />
        </div>
      ))}
    </div>
  );
}
