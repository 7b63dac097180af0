import '../kyc.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { IdentityStatus } from '@fws/contract/kyc/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams, type Address } from '../../../platform/router/index.ts';
import { Button, ButtonLink, Note, Screen, Sheet, SkeletonLine } from '../../../ui/index.ts';
import { ownIdentityQuery } from '../api.ts';
import { CheckSteps } from '../components/CheckSteps.tsx';
import { Refused, CheckStatus } from '../components/CheckStatus.tsx';
import { IdentityForm } from '../forms/IdentityForm.tsx';
import { useRecording, type Recording } from '../recording.ts';
import { useNext } from '../useNext.ts';

/** The user's identity check: its state, and the form while one can be submitted. */
export default function IdentityCheck() {
  const t = useT();
  const [search] = useSearchParams();
  const digilockerReference = search.get('digilocker') ?? '';
  const status = useQuery(ownIdentityQuery(digilockerReference));
  const next = useNext();
  // Frozen while a number is checked: the form stays although the check is already pending.
  const [frozen, setFrozen] = useState<ShownCheck>();
  const recording = useRecording();
  const shown = frozen ?? (status.data && { status: status.data, recording });
  const open = shown?.status.state === 'none' || shown?.status.state === 'refused';
  const back = open ? { to: next.withNext(paths.verifyUser()), label: t('web.kyc.backToVideo') } : next;
  return (
    <Screen
      title={t('web.kyc.title')}
      windowTitle={t('web.kyc.idTitle')}
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
      {() =>
        shown && (
          <div className="kyc">
            {open ? (
              <OpenCheck
                {...shown}
                onFreeze={(isFrozen) => setFrozen(isFrozen ? shown : undefined)}
                isDigilockerReturn={digilockerReference !== ''}
                onRefresh={() => void status.refetch()}
                isRefreshing={status.isFetching}
              />
            ) : (
              <CheckStatus {...shown.status} />
            )}
          </div>
        )
      }
    </Screen>
  );
}

/** The state of a visit to DigiLocker is asked of the vendor, for which the page does not wait. */
IdentityCheck.firstQueries = ({ search }: Address) => (search.has('digilocker') ? [] : [ownIdentityQuery()]);

type ShownCheck = { status: IdentityStatus; recording: Recording | null };
type OpenProps = ShownCheck & {
  onFreeze: (isFrozen: boolean) => void;
  isDigilockerReturn: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
};

function OpenCheck({ status, recording, onFreeze, isDigilockerReturn, isRefreshing, onRefresh }: OpenProps) {
  const t = useT();
  const next = useNext();
  // The code of the new recording, or the one that the server has from an earlier try.
  const code = recording?.code ?? status.code;
  return (
    <>
      <CheckSteps current={code === '' ? 1 : 2} />
      {isDigilockerReturn && status.state === 'none' && (
        <Note
          icon="clock"
          action={
            <Button variant="quiet" busy={isRefreshing} onClick={onRefresh}>
              {t('web.kyc.checkAgain')}
            </Button>
          }
        >
          {t('web.kyc.digilockerNotYet')}
        </Note>
      )}
      {status.state === 'refused' && <Refused reason={status.reason} />}
      {code === '' ? (
        <Sheet title={t('web.kyc.videoFirst')}>
          <p className="kyc-why">{t('web.kyc.videoFirstWhy')}</p>
          <ButtonLink variant="primary" block icon="video" to={next.withNext(paths.verifyUser())}>
            {t('web.kyc.record')}
          </ButtonLink>
          <p className="kyc-go">
            <ButtonLink variant="quiet" to={next.withNext(paths.kycLanguage())}>
              {t('web.kyc.seeSamples')}
            </ButtonLink>
          </p>
        </Sheet>
      ) : (
        <IdentityForm
          key={code}
          code={code}
          video={status.code === code ? null : (recording?.file ?? null)}
          aadhaarWay={status.aadhaarWay}
          refused={status.state === 'refused'}
          next={next.to}
          onFreeze={onFreeze}
        />
      )}
    </>
  );
}
