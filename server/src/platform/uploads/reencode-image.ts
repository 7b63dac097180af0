import type { Sharp, default as SharpModule } from 'sharp';
import { decodeBmp } from './bmp.ts';
import { workOnImage } from './image-work.ts';

type OpenSharp = typeof SharpModule;

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp';

export type ReencodedImage =
  | { ok: true; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: 'damaged' | 'too_many_pixels' | 'too_many_frames' };

/**
 * A few kilobytes can unpack to gigabytes of pixels, so pixels are counted before unpacking; for an animation, those of
 * all its frames.
 */
const MAX_PIXELS = 25_000_000;
/**
 * A JPEG is scaled down while it is decoded, so that the photo of a phone with 108 megapixels costs as much as one of
 * 27. A progressive JPEG keeps all its coefficients in memory until the end, and phones do not make them.
 */
const MAX_PIXELS_OF_JPEG = 110_000_000;
/** Each frame gets its own colours, which is most of the work; a longer animation has no use here. */
const MAX_FRAMES = 60;
/** Enough to read a photographed page; more only loads slowly. */
const MAX_SIDE = 4096;
const TIMEOUT_SECONDS = 20;

/** Re-encodes the picture from its pixels: upright, without position, camera data or hidden second file. */
export const reencodeImage = (content: Buffer, format: ImageFormat): Promise<ReencodedImage> =>
  workOnImage((sharp) => reencode(sharp, content, format));

async function reencode(sharp: OpenSharp, content: Buffer, format: ImageFormat): Promise<ReencodedImage> {
  try {
    const opened = format === 'bmp' ? openBmp(sharp, content) : await openImage(sharp, content, format);
    if (typeof opened === 'string') return { ok: false, reason: opened };
    const target = format === 'bmp' ? 'png' : format;
    const body = await opened
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toFormat(target)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    return { ok: true, contentType: `image/${target}`, extension: target === 'jpeg' ? 'jpg' : target, body };
  } catch {
    // sharp's error only means that these bytes are not a readable picture.
    return { ok: false, reason: 'damaged' };
  }
}

type Problem = Extract<ReencodedImage, { ok: false }>['reason'];

async function openImage(sharp: OpenSharp, content: Buffer, format: ImageFormat): Promise<Sharp | Problem> {
  // Reads only the header, so that our own limits can say which one was exceeded.
  const header = await sharp(content, { limitInputPixels: false }).metadata();
  if (header.format !== format) return 'damaged';
  const frames = header.pages ?? 1;
  if (frames > MAX_FRAMES) return 'too_many_frames';
  const maxPixels = format === 'jpeg' && !header.isProgressive ? MAX_PIXELS_OF_JPEG : MAX_PIXELS;
  if (header.width * header.height * frames > maxPixels) return 'too_many_pixels';
  const animated = format === 'gif' || format === 'webp';
  return sharp(content, { animated, failOn: 'error', limitInputPixels: maxPixels });
}

function openBmp(sharp: OpenSharp, content: Buffer): Sharp | Problem {
  const picture = decodeBmp(content, MAX_PIXELS);
  if (picture === null) return 'damaged';
  const { width, height, rgb } = picture;
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}
