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
      {identity === 'refused' && reason !== null && <p className="t2">{reason}</p>}
      {open && (
        <p className="pf-add">
          <ButtonLink to={paths.kycLanguage()} icon="shield">
            {t('web.profile.verifyIdentity')}
          </ButtonLink>
        </p>
      )}
    </Sheet>
  );
}
