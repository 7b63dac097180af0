import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';

/** Where the identity check starts. It leads back here. */
export const buildIdentityCheckPath = () =>
  `${paths.kycLanguage()}?${new URLSearchParams({ next: paths.payment() })}`;

/** Replaces the withdrawal for users who have not verified their identity. */
export function IdentityFirst() {
  const t = useT();
  return (
    <Note tone="warn" icon="shield">
      <b>{t('payouts.identity_required')}</b>
      <p className="t2">{t('web.payouts.identityWhy')}</p>
      <ButtonLink variant="primary" className="pay-note-button" to={buildIdentityCheckPath()}>
        {t('web.payouts.startIdentity')}
      </ButtonLink>
    </Note>
  );
}
