import { Suspense, useState } from 'react';
import type { Profile } from '@fws/contract/profile/schemas';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { Avatar, Button } from '../../../ui/index.ts';

const PhotoDialog = lazyScreen<{ onClose: () => void }>(['profile'], () => import('./PhotoDialog.tsx'));

type Props = { profile: Pick<Profile, 'firstName' | 'lastName' | 'profileImage'> };

/** The photo as others see it, and a button to change it. It is saved separately from the form. */
export function PhotoEdit({ profile }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { firstName, lastName, profileImage } = profile;
  return (
    <div className="pf-photo">
      <Avatar name={`${firstName} ${lastName}`.trim()} photo={profileImage || undefined} size="l" />
      <div>
        <p className="t2 mut">{t('web.profile.photoHint')}</p>
        <Button icon="image" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(profileImage === '' ? 'web.profile.addPhoto' : 'web.profile.changePhoto')}
        </Button>
      </div>
      {open && (
        <Suspense>
          <PhotoDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
