type Source = HTMLVideoElement;
interface Detector {
  detect: (source: Source | ImageData) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = (new (options: { formats: ['qr_code'] }) => Detector) & {
  getSupportedFormats?: () => Promise<readonly string[]>;
};

/** What reads a QR code of a camera: the browser, where it can, or a library. */
export async function loadReader(): Promise<(video: Source) => Promise<string | null>> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await Native?.getSupportedFormats?.().catch(() => [] as readonly string[]);
  if (Native && formats?.includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null; // no code in the picture
    }
  };
}
