import '../kyc.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useNavigate } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, Dialog, Icon, LoadError, Screen } from '../../../ui/index.ts';
import { videoCodeQuery, ownIdentityQuery } from '../api.ts';
import { Capture } from '../components/Capture.tsx';
import { CheckSteps } from '../components/CheckSteps.tsx';
import { SampleVideoList } from '../components/SampleVideoList.tsx';
import { CheckStatus } from '../components/CheckStatus.tsx';
import { keepRecording } from '../recording.ts';
import { useNext } from '../useNext.ts';
import { useRecorder } from '../useRecorder.ts';

/** The second step: "I am …" and the server's code, spoken into the camera. */
export default function VerifyUser() {
  const t = useT();
  const status = useQuery(ownIdentityQuery());
  const next = useNext();
  const [attempt, setAttempt] = useState(0);
  const state = status.data?.state;
  const done = state === 'verified' || state === 'pending';
  return (
    <Screen
      title={t('web.kyc.record')}
      back={{ to: next.withNext(paths.kycLanguage()), label: t('web.kyc.backToSamples') }}
      data={status}
    >
      {() =>
        done ? (
          <div className="kyc">
            <CheckStatus state={state} reason={status.data?.reason ?? null} />
          </div>
        ) : (
          // A new key starts over, with a new code and a reopened camera.
          <Recording key={attempt} onAgain={() => setAttempt(attempt + 1)} />
        )
      }
    </Screen>
  );
}

VerifyUser.firstQueries = () => [ownIdentityQuery()];

function Recording({ onAgain }: { onAgain: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const next = useNext();
  const recorder = useRecorder();
  const codeQuery = useQuery(videoCodeQuery());
  const code = codeQuery.isFetching ? null : (codeQuery.data ?? null);
  const { state, file } = recorder;
  const leave = () => navigate(paths.profile());
  if (state === 'noCamera')
    return (
      <Dialog
        title={t('web.kyc.camera')}
        onClose={leave}
        footer={
          <Button variant="primary" onClick={leave}>
            {t('web.kyc.backToProfile')}
          </Button>
        }
      >
        <p>{t('web.kyc.noCamera')}</p>
        <p className="t2 mut">{t('web.kyc.noCameraHow')}</p>
      </Dialog>
    );

  function start() {
    // The code must still be valid when the video is sent.
    if (code && new Date(code.expiresAt).getTime() - Date.now() < 60_000) void codeQuery.refetch();
    else recorder.start();
  }

  function keepVideo() {
    if (!file || !code) return;
    keepRecording({ file, code: code.code });
    navigate(next.withNext(paths.identityCheck()));
  }

  return (
    <div className="kyc-record">
      <div>
        <CheckSteps current={1} />
        {codeQuery.error && <LoadError error={codeQuery.error} onRetry={codeQuery.refetch} />}
        <Capture
          state={state}
          stream={recorder.stream}
          file={file}
          name={`${user.firstName} ${user.lastName}`.trim()}
          code={code?.code ?? null}
          onStart={start}
          onStop={recorder.stop}
          onStartAgain={recorder.startAgain}
          onRecordAgain={onAgain}
          onUse={keepVideo}
        />
      </div>
      <aside className="kyc-aside">
        <h2>{t('web.kyc.beforeStop')}</h2>
        <ul className="kyc-tips">
          {[t('web.kyc.tip.face'), t('web.kyc.tip.said'), t('web.kyc.tip.light')].map((tip) => (
            <li key={tip}>
              <Icon name="check" /> {tip}
            </li>
          ))}
        </ul>
        <hr className="rule" />
        <h2>{t('web.kyc.samples')}</h2>
        <p className="t2 mut">{t('web.kyc.samplesShort')}</p>
        <SampleVideoList />
        <hr className="rule" />
        <p className="t2 mut kyc-private">
          <Icon name="lock" /> {t('web.kyc.videoOnly')}
        </p>
      </aside>
    </div>
  );
}
