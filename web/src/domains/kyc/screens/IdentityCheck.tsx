import '../kyc.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { IdentityStatus } from '@fws/contract/kyc/model';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { Button, ButtonLink, Note, Screen, Sheet, SkeletonLine } from '../../../ui/index.ts';
import { ownIdentity } from '../api.ts';
import { CheckSteps } from '../components/CheckSteps.tsx';
import { Refused, Standing } from '../components/Standing.tsx';
import { IdentityForm } from '../forms/IdentityForm.tsx';
import { useRecording, type Recording } from '../recording.ts';
import { useNext } from '../useNext.ts';

/** The user's identity check: its state, and the form while one can be submitted. */
export default function IdentityCheck() {
  const t = useT();
  const [search] = useSearchParams();
  const visit = search.get('digilocker') ?? '';
  const status = useQuery(ownIdentity(visit));
  const next = useNext();
  // Frozen while a number is checked: the form stays although the check is already pending.
  const [held, setHeld] = useState<Shown>();
  const recording = useRecording();
  const shown = held ?? (status.data && { status: status.data, recording });
  const open = shown?.status.state === 'none' || shown?.status.state === 'refused';
  const back = open ? { to: next.along(paths.verifyUser()), label: t('web.kyc.backToVideo') } : next;
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
      {() =>
        shown && (
          <div className="kyc">
            {open ? (
              <Open
                {...shown}
                onHold={(hold) => setHeld(hold ? shown : undefined)}
                visited={visit !== ''}
                onLookAgain={() => void status.refetch()}
                looking={status.isFetching}
              />
            ) : (
              <Standing state={shown.status.state} />
            )}
          </div>
        )
      }
    </Screen>
  );
}

type Shown = { status: IdentityStatus; recording: Recording | null };
type OpenProps = Shown & {
  onHold: (hold: boolean) => void;
  visited: boolean;
  looking: boolean;
  onLookAgain: () => void;
};

function Open({ status, recording, onHold, visited, looking, onLookAgain }: OpenProps) {
  const t = useT();
  const next = useNext();
  // The code of the new recording, or the one that the server has from an earlier try.
  const code = recording?.code ?? status.code;
  return (
    <>
      <CheckSteps current={code === '' ? 1 : 2} />
      {visited && status.state === 'none' && (
        <Note
          icon="clock"
          action={
            <Button variant="quiet" busy={looking} onClick={onLookAgain}>
              {t('web.kyc.lookAgain')}
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
          <ButtonLink variant="primary" block icon="video" to={next.along(paths.verifyUser())}>
            {t('web.kyc.record')}
          </ButtonLink>
          <p className="kyc-go">
            <ButtonLink variant="quiet" to={next.along(paths.kycLanguage())}>
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
          next={next.to}
          onHold={onHold}
        />
      )}
    </>
  );
}
