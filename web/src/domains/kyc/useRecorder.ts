import { useCallback, useEffect, useRef, useState } from 'react';
import { VIDEO_MAX_MS } from '@fws/contract/kyc/model';

export type RecorderState = 'opening' | 'ready' | 'recording' | 'recorded' | 'noCamera';

/** At most 480p: enough to recognise a face, and little to send. A phone held upright swaps width and height. */
const SMALL: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: 640, max: 854 },
  height: { ideal: 480, max: 480 },
  frameRate: { ideal: 24, max: 30 },
};
const BITS_PER_SECOND = { videoBitsPerSecond: 900_000, audioBitsPerSecond: 48_000 };
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

async function openCamera(): Promise<MediaStream> {
  // Absent without HTTPS and in old browsers.
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') throw new Error('no camera');
  return navigator.mediaDevices.getUserMedia({ video: SMALL, audio: true });
}

function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Camera and microphone, from the request for permission to a recording of at most ten seconds. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>('opening');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);

  useEffect(() => {
    let isUnmounted = false;
    let opened: MediaStream | null = null;
    async function open() {
      try {
        const camera = await openCamera();
        opened = camera;
        if (isUnmounted) return stopTracks(camera);
        setStream(camera);
        setState('ready');
      } catch {
        // Permission refused, no camera, or in use elsewhere: the user has to come back with a camera.
        if (!isUnmounted) setState('noCamera');
      }
    }
    void open();
    return () => {
      isUnmounted = true;
      recorder.current = null;
      stopTracks(opened);
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
      // The recording was restarted or the screen left: discard this one.
      if (recorder.current !== recording) return;
      const type = recording.mimeType.split(';')[0] ?? 'video/webm';
      setFile(new File(parts, `video.${type.split('/')[1] ?? 'webm'}`, { type }));
      setState('recorded');
      stopTracks(stream);
    });
    recording.start();
    setState('recording');
  }, [stream]);

  const stop = useCallback(() => recorder.current?.stop(), []);

  /** Discards the current recording; the camera stays open. */
  const startAgain = useCallback(() => {
    const old = recorder.current;
    recorder.current = null;
    old?.stop();
    setState('ready');
  }, []);

  return { state, stream, file, start, stop, startAgain };
}
