import '../kyc.css';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { IdentityStatus } from '@fws/contract/kyc/model';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Note, Screen, SkeletonLine } from '../../../ui/index.ts';
import { ownIdentity } from '../api.ts';
import { IdentityForm } from '../forms/IdentityForm.tsx';

/** The user's identity: where the check stands, and the form while there is one to make. */
export default function IdentityCheck() {
  const t = useT();
  const [search] = useSearchParams();
  const status = useQuery(ownIdentity());
  const toPayment = search.get('next') === paths.payment();
  const back = toPayment
    ? { to: paths.payment(), label: t('web.kyc.backToPassbook') }
    : { to: paths.profile(), label: t('web.kyc.backToProfile') };
  return (
    <Screen
      title={t('web.kyc.title')}
      back={back}
      data={status}
      skeleton={
        <div className="sheet sk-card kyc">
          <SkeletonLine width="40%" />
          <SkeletonLine height={48} />
          <SkeletonLine height={48} />
        </div>
      }
    >
      {() => status.data && <State status={status.data} next={back.to} />}
    </Screen>
  );
}

function State({ status, next }: { status: IdentityStatus; next: string }) {
  const t = useT();
  if (status.state === 'verified')
    return (
      <div className="kyc">
        <Note tone="good" icon="shield">
          <b>{t('kyc.verified')}</b>
          <p className="t2">{t('web.kyc.verifiedWhy')}</p>
          <ButtonLink variant="primary" className="kyc-go" to={paths.payment()}>
            {t('web.kyc.toPassbook')}
          </ButtonLink>
        </Note>
      </div>
    );
  if (status.state === 'pending')
    return (
      <div className="kyc">
        <Note icon="clock" role="status">
          <b>{t('web.kyc.pending')}</b>
          <p className="t2">{t('web.kyc.pendingWhy')}</p>
        </Note>
      </div>
    );
  return (
    <div className="kyc">
      <IdentityForm
        next={next}
        refusal={status.state === 'refused' ? (status.reason ?? t('web.kyc.refusedWhy')) : undefined}
      />
    </div>
  );
}
