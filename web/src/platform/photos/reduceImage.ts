import { PHOTO_MAX_SIDE } from '@fws/contract/platform/limits';
import { isHeic, isPicture } from './heic.ts';

/** A photographed page must stay readable. */
export const PAPER_MAX_SIDE = 2_400;
/** Smaller files are sent as they are: encoding them again costs details and saves little. */
const KEPT_BYTES = 400_000;
const QUALITY = 0.85;
const REDUCIBLE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/bmp']);

export interface Size {
  width: number;
  height: number;
}

/** The size of a picture that is made to fit a square, in whole pixels. It is never enlarged. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whether reducing a picture saves a phone enough to send. */
export const isWorthReducing = (size: Size, bytes: number, maxSide: number): boolean =>
  Math.max(size.width, size.height) > maxSide || bytes > KEPT_BYTES;

/**
 * The picture as a smaller JPEG, upright. Returns the file itself where that would not make it smaller, or where the
 * browser cannot read it: then the server decides. A HEIC photo becomes a JPEG in any case where the browser can read it.
 */
export async function reduceImage(file: File, maxSide = PHOTO_MAX_SIDE): Promise<File> {
  const converts = isPicture(file) && (await isHeic(file));
  if (!converts && !REDUCIBLE.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      if (!converts && !isWorthReducing(bitmap, file.size, maxSide)) return file;
      const body = await encodeJpeg(bitmap, fitWithin(bitmap, maxSide));
      if (body === null || (!converts && body.size >= file.size)) return file;
      return new File([body], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}

function encodeJpeg(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparent parts.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
