import { useCallback, useEffect, useRef, useState } from 'react';
import { VIDEO_MAX_MS } from '@fws/contract/kyc/model';

export type RecorderState = 'opening' | 'ready' | 'recording' | 'recorded' | 'noCamera';

/** At most 480p: enough to know a face, and little to send. The upright picture of a phone has its sides exchanged. */
const SMALL: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: 640, max: 854 },
  height: { ideal: 480, max: 480 },
  frameRate: { ideal: 24, max: 30 },
};
const BITS_PER_SECOND = { videoBitsPerSecond: 900_000, audioBitsPerSecond: 48_000 };
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

async function openCamera(): Promise<MediaStream> {
  // Without https, and in old browsers, there is none to ask.
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') throw new Error('no camera');
  return navigator.mediaDevices.getUserMedia({ video: SMALL, audio: true });
}

function close(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Camera and microphone from asking for them to a recording of at most ten seconds. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>('opening');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);

  useEffect(() => {
    let gone = false;
    let opened: MediaStream | null = null;
    async function open() {
      try {
        const camera = await openCamera();
        opened = camera;
        if (gone) return close(camera);
        setStream(camera);
        setState('ready');
      } catch {
        // Refused, none there, or in use elsewhere: the person can only come back with one.
        if (!gone) setState('noCamera');
      }
    }
    void open();
    return () => {
      gone = true;
      recorder.current = null;
      close(opened);
    };
  }, []);

  const start = useCallback(() => {
    if (!stream) return;
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const parts: Blob[] = [];
    const recording = new MediaRecorder(stream, { ...BITS_PER_SECOND, ...(mimeType ? { mimeType } : {}) });
    recorder.current = recording;
    const timer = window.setTimeout(() => recording.state === 'recording' && recording.stop(), VIDEO_MAX_MS);
    recording.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recording.addEventListener('stop', () => {
      window.clearTimeout(timer);
      // Begun anew, or left: this one is nobody's.
      if (recorder.current !== recording) return;
      const type = recording.mimeType.split(';')[0] ?? 'video/webm';
      setFile(new File(parts, `video.${type.split('/')[1] ?? 'webm'}`, { type }));
      setState('recorded');
      close(stream);
    });
    recording.start();
    setState('recording');
  }, [stream]);

  const stop = useCallback(() => recorder.current?.stop(), []);

  /** Throws away what is being recorded; the camera stays. */
  const startAgain = useCallback(() => {
    const old = recorder.current;
    recorder.current = null;
    old?.stop();
    setState('ready');
  }, []);

  return { state, stream, file, start, stop, startAgain };
}
