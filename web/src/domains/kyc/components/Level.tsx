import { useEffect, useRef } from 'react';

const BARS = 6;
const HIGHEST_PX = 16;
const LOWEST_PX = 3;

/** Shows the sound level of the microphone, so that nobody records without sound. */
export function Level({ stream }: { stream: MediaStream }) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    analyser.fftSize = 32;
    audio.createMediaStreamSource(stream).connect(analyser);
    const levels = new Uint8Array(analyser.frequencyBinCount);
    let frame = requestAnimationFrame(function draw() {
      analyser.getByteFrequencyData(levels);
      for (const [index, bar] of [...(bars.current?.children ?? [])].entries()) {
        const height = Math.max(LOWEST_PX, ((levels[index] ?? 0) / 255) * HIGHEST_PX);
        (bar as HTMLElement).style.height = `${height}px`;
      }
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      void audio.close();
    };
  }, [stream]);
  return (
    <span ref={bars} className="kyc-level">
      {Array.from({ length: BARS }, (_, index) => (
        <b key={index} />
      ))}
    </span>
  );
}
