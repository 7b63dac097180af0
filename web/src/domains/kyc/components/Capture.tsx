import '../camera.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { VIDEO_MAX_MS } from '@fws/contract/kyc/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import type { RecorderState } from '../useRecorder.ts';
import { Level } from './Level.tsx';

type Props = {
  state: Exclude<RecorderState, 'noCamera'>;
  stream: MediaStream | null;
  file: File | null;
  name: string;
  /** Null until the server has created it. */
  code: string | null;
  onStart: () => void;
  onStop: () => void;
  onStartAgain: () => void;
  onRecordAgain: () => void;
  onUse: () => void;
};

/** The camera's picture, the text to read aloud, and one button. */
export function Capture(props: Props) {
  const t = useT();
  const { state, stream, file, name, code } = props;
  return (
    <section className="kyc-cam on-dark" aria-label={t('web.kyc.camera')}>
      {file ? <Recorded file={file} /> : <Live stream={stream} />}
      {state !== 'recorded' && (
        <svg className="kyc-oval" viewBox="0 0 200 260" aria-hidden="true">
          <ellipse cx="100" cy="130" rx="92" ry="122" />
        </svg>
      )}
      <p className="vh" role="status">
        {state === 'recording'
          ? t('web.kyc.recordingNow')
          : state === 'recorded'
            ? t('web.kyc.recorded')
            : ''}
      </p>
      {state === 'recording' && stream && <Clock stream={stream} />}
      <div className="kyc-say">
        <p>{t(state === 'recorded' ? 'web.kyc.checkVideo' : 'web.kyc.readAloud')}</p>
        <p className="kyc-say-name">{t('web.kyc.iAm', { name })}</p>
        {code !== null && <Code code={code} />}
      </div>
      <Controls {...props} />
    </section>
  );
}

function Controls({ state, code, onStart, onStop, onStartAgain, onRecordAgain, onUse }: Props) {
  const t = useT();
  if (state === 'recorded')
    return (
      <div className="kyc-ctl is-two">
        <Button variant="onDark" onClick={onRecordAgain}>
          {t('web.kyc.recordAgain')}
        </Button>
        <Button variant="primary" className="kyc-use" onClick={onUse}>
          {t('web.kyc.useVideo')}
        </Button>
      </div>
    );
  const recording = state === 'recording';
  return (
    <div className="kyc-ctl">
      {recording ? (
        <Button variant="onDark" className="kyc-again" onClick={onStartAgain}>
          {t('web.kyc.startAgain')}
        </Button>
      ) : (
        <span />
      )}
      {/* The same button in both states, so that it keeps the focus. */}
      <button
        type="button"
        className={recording ? 'kyc-shoot is-on' : 'kyc-shoot'}
        aria-label={t(recording ? 'web.kyc.stop' : 'web.kyc.start')}
        disabled={state === 'opening' || code === null}
        onClick={recording ? onStop : onStart}
      >
        <i />
      </button>
      <span className="kyc-hint">
        {t(recording ? 'web.kyc.tapToStop' : state === 'opening' ? 'web.kyc.opening' : 'web.kyc.tapToStart')}
      </span>
    </div>
  );
}

/** Mirrored, as people know themselves; the recording is not. */
function Live({ stream }: { stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className="kyc-view is-live" autoPlay muted playsInline aria-hidden="true" />;
}

function Recorded({ file }: { file: File }) {
  const t = useT();
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const label = t('web.kyc.yourVideo');
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the speech is the user's own and is shown beside it
  return <video className="kyc-view is-mine" src={url} controls playsInline aria-label={label} />;
}

function Code({ code }: { code: string }) {
  const t = useT();
  return (
    <p className="kyc-code">
      <span className="vh">{t('web.kyc.code', { code: code.split('').join(' ') })}</span>
      {code.split('').map((character, index) => (
        <b key={index} aria-hidden="true">
          {character}
        </b>
      ))}
    </p>
  );
}

const SECOND_MS = 1000;

function Clock({ stream }: { stream: MediaStream }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(
      () => setSeconds((before) => Math.min(before + 1, VIDEO_MAX_MS / SECOND_MS)),
      SECOND_MS,
    );
    return () => window.clearInterval(timer);
  }, []);
  return (
    <p className="kyc-rec" aria-hidden="true">
      <i />
      <span className="tab-num">
        0:{String(seconds).padStart(2, '0')} / 0:{VIDEO_MAX_MS / SECOND_MS}
      </span>
      <Level stream={stream} />
    </p>
  );
}
