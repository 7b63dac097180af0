import '../kyc.css';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Icon, Screen, Sheet } from '../../../ui/index.ts';
import { ownIdentityQuery, sampleVideosQuery } from '../api.ts';
import { CheckSteps } from '../components/CheckSteps.tsx';
import { SampleVideoList } from '../components/SampleVideoList.tsx';
import { Refused, CheckStatus } from '../components/CheckStatus.tsx';
import { useNext } from '../useNext.ts';

/** The first step of the identity check: what will happen, shown in the user's language. */
export default function KycLanguage() {
  const t = useT();
  const status = useQuery(ownIdentityQuery());
  const next = useNext();
  const state = status.data?.state;
  const done = state === 'verified' || state === 'pending';
  return (
    <Screen title={t('web.kyc.title')} back={next} data={status}>
      {() => (
        <div className="kyc">
          {done ? (
            <CheckStatus state={state} reason={status.data?.reason ?? null} />
          ) : (
            <>
              <CheckSteps current={0} />
              {state === 'refused' && <Refused reason={status.data?.reason ?? null} />}
              <Sheet title={t('web.kyc.samples')}>
                <p className="t2 mut">{t('web.kyc.samplesWhy')}</p>
                <SampleVideoList />
              </Sheet>
              <ButtonLink variant="primary" block icon="video" to={next.withNext(paths.verifyUser())}>
                {t('web.kyc.add')}
              </ButtonLink>
              <p className="t2 mut kyc-private">
                <Icon name="lock" /> {t('web.kyc.videoOnly')}
              </p>
            </>
          )}
        </div>
      )}
    </Screen>
  );
}

KycLanguage.firstQueries = () => [ownIdentityQuery(), sampleVideosQuery()];
