import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Dialog, Note } from '../../../ui/index.ts';
import { loadReader } from '../door/readQr.ts';

const EVERY_MS = 150;

type Props = {
  name: string;
  /** Returns what is wrong with it. */
  onScan: (text: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** The camera, until it has read the poster’s code. */
export default function ScanDialog({ name, onScan, onClose }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    let stopped = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function watch(): Promise<void> {
      const [camera, read] = await Promise.all([openCamera(), loadReader()]);
      stream = camera;
      const element = video.current;
      if (stopped || !element) return stopCamera(camera);
      element.srcObject = camera;
      await element.play().catch(() => undefined);
      let refused = '';
      const look = async (): Promise<void> => {
        const text = await read(element).catch(() => null);
        if (stopped) return;
        // The same code is not tried twice.
        if (text !== null && text !== refused) {
          const wrong = await latest.current(text);
          if (wrong !== undefined) {
            refused = text;
            setProblem(wrong);
          }
        }
        if (!stopped) timer = setTimeout(() => void look(), EVERY_MS);
      };
      await look();
    }

    watch().catch(() => {
      if (!stopped) setProblem(t('web.visits.noCamera'));
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
      if (stream) stopCamera(stream);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the camera stays open while the dialog is
  }, []);
  return (
    <Dialog title={t('web.visits.scan')} onClose={onClose} full>
      <p>{t('web.visits.scanText', { name })}</p>
      {problem !== undefined && (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the picture of the own camera */}
      <video ref={video} className="vis-camera" muted playsInline aria-label={t('web.visits.camera')} />
    </Dialog>
  );
}

const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });

function stopCamera(camera: MediaStream): void {
  for (const track of camera.getTracks()) track.stop();
}
