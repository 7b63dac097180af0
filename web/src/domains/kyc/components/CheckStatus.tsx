import type { IdentityStatus } from '@fws/contract/kyc/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';

/** The state of the check when the user has nothing to do: verified or pending. */
export function CheckStatus({ state, reason }: Pick<IdentityStatus, 'state' | 'reason'>) {
  const t = useT();
  if (state === 'verified')
    return (
      <Note tone="good" icon="shield">
        <b>{t('kyc.verified')}</b>
        <p className="t2">{t('web.kyc.verifiedWhy')}</p>
        <ButtonLink variant="primary" className="kyc-go" to={paths.payment()}>
          {t('web.kyc.toPassbook')}
        </ButtonLink>
      </Note>
    );
  return (
    <Note icon="clock" role="status">
      <b>{t('web.kyc.pending')}</b>
      {reason !== null && <p className="t2">{reason}</p>}
      <p className="t2">{t('web.kyc.pendingWhy')}</p>
    </Note>
  );
}

/** Why the last check failed, above the form for another try. */
export function Refused({ reason }: Pick<IdentityStatus, 'reason'>) {
  const t = useT();
  return (
    <Note tone="bad" role="status">
      <b>{t('web.kyc.refused')}</b>
      <p className="t2">{reason ?? t('web.kyc.refusedWhy')}</p>
    </Note>
  );
}
