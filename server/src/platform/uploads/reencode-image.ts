import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodeBmp } from './bmp.ts';

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp';

export interface ReencodedImage {
  contentType: string;
  extension: string;
  body: Buffer;
}

/** A few kilobytes can unpack to gigabytes of pixels, so pixels are counted before any is unpacked. */
const MAX_PIXELS = 50_000_000;
/** Enough to read a photographed page; more is only slow to load. */
const MAX_SIDE = 4096;
const TIMEOUT_SECONDS = 20;

/**
 * The picture drawn anew from its pixels: upright, without position, camera or hidden second file.
 * Null when it cannot be read whole.
 */
export async function reencodeImage(content: Buffer, format: ImageFormat): Promise<ReencodedImage | null> {
  try {
    const image = format === 'bmp' ? openBmp(content) : await openImage(content, format);
    if (image === null) return null;
    const target = format === 'bmp' ? 'png' : format;
    const body = await image
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toFormat(target)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    return { contentType: `image/${target}`, extension: target === 'jpeg' ? 'jpg' : target, body };
  } catch {
    // What sharp throws says only that these bytes are no picture it can read.
    return null;
  }
}

async function openImage(content: Buffer, format: ImageFormat): Promise<Sharp | null> {
  const animated = format === 'gif' || format === 'webp';
  const image = sharp(content, { animated, failOn: 'error', limitInputPixels: MAX_PIXELS });
  const metadata = await image.metadata();
  return metadata.format === format ? image : null;
}

function openBmp(content: Buffer): Sharp | null {
  const picture = decodeBmp(content, MAX_PIXELS);
  if (picture === null) return null;
  const { width, height, rgb } = picture;
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}
