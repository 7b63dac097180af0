import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { isWholePdf } from './pdf-check.ts';
import { reencodeImage } from './reencode-image.ts';
import type { ImageFormat } from './reencode-image.ts';

export type UploadKind = 'image' | 'pdf';
export type UploadRefusal = 'too_large' | 'wrong_type' | 'damaged';

export type Inspected =
  | { ok: true; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: UploadRefusal };

/** By the type's name in the file-type package. What is not listed is refused, SVG and HEIC among it. */
const IMAGE_FORMATS: Readonly<Record<string, ImageFormat>> = {
  jpg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  bmp: 'bmp',
};

/** Decides by content what the file is, and returns bytes that are safe to keep and to show. */
export async function inspectFile(path: string, allow: readonly UploadKind[]): Promise<Inspected> {
  const content = await readFile(path);
  const detected = (await fileTypeFromBuffer(content))?.ext ?? '';
  const imageFormat = IMAGE_FORMATS[detected];
  if (imageFormat !== undefined && allow.includes('image')) {
    const image = await reencodeImage(content, imageFormat);
    return image === null ? { ok: false, reason: 'damaged' } : { ok: true, ...image };
  }
  if (detected === 'pdf' && allow.includes('pdf')) {
    if (!isWholePdf(content)) return { ok: false, reason: 'damaged' };
    return { ok: true, contentType: 'application/pdf', extension: 'pdf', body: content };
  }
  return { ok: false, reason: 'wrong_type' };
}
