import type { Profile } from '@fws/contract/profile/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Sheet, VerifiedMark } from '../../../ui/index.ts';
import { usePendingCheck } from '../../kyc/index.ts';

/** Verified, or a link to the identity check. */
export function IdentitySheet({ identity }: Pick<Profile, 'identity'>) {
  const t = useT();
  const { reason } = usePendingCheck(identity);
  const open = identity === 'none' || identity === 'refused';
  return (
    <Sheet title={t('web.profile.identity')} action={identity === 'verified' && <VerifiedMark />}>
      <p className="t2 mut">{t(`web.profile.identity.${identity}`)}</p>
      {reason !== null && identity !== 'verified' && <p className="t2">{reason}</p>}
      <p className="pf-add">
        {open && (
          <ButtonLink to={paths.kycLanguage()} icon="shield">
            {t('web.profile.verifyIdentity')}
          </ButtonLink>
        )}
        <ButtonLink to={paths.name()} variant="quiet">
          {t('web.profile.correctName')}
        </ButtonLink>
      </p>
    </Sheet>
  );
}
