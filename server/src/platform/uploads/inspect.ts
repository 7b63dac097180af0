import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { isWholePdf } from './pdf-check.ts';
import { reencodeImage } from './reencode-image.ts';
import type { ImageFormat } from './reencode-image.ts';

export type UploadKind = 'image' | 'pdf' | 'word' | 'video';
export type UploadRefusal = 'too_large' | 'no_room' | 'wrong_type' | 'damaged';

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

/** What browsers record. They are kept as they come: only who may see them plays them, and nothing in them runs. */
const VIDEO_TYPES: Readonly<Record<string, string>> = { webm: 'video/webm', mp4: 'video/mp4' };

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** What the main stream of an old Word file is called inside; other Office files share its container. */
const OLD_WORD = Buffer.from('WordDocument', 'utf16le');
const MACROS = Buffer.from('_VBA_PROJECT', 'utf16le');

/** A Word file, the old kind or the new; one that carries macros is neither. They are kept as they come. */
function wordType(detected: string, content: Buffer): { contentType: string; extension: string } | null {
  if (detected === 'docx') return { contentType: DOCX, extension: 'docx' };
  const isOld = detected === 'cfb' && content.includes(OLD_WORD) && !content.includes(MACROS);
  return isOld ? { contentType: 'application/msword', extension: 'doc' } : null;
}

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
  const word = allow.includes('word') ? wordType(detected, content) : null;
  if (word) return { ok: true, ...word, body: content };
  const videoType = VIDEO_TYPES[detected];
  if (videoType !== undefined && allow.includes('video'))
    return { ok: true, contentType: videoType, extension: detected, body: content };
  return { ok: false, reason: 'wrong_type' };
}
