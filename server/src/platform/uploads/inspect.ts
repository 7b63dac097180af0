import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { FileScanner } from '../../ports/file-scanner.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Log } from '../log.ts';
import { checkPdf } from './pdf-check.ts';
import { reencodeImage } from './reencode-image.ts';
import type { ImageFormat } from './reencode-image.ts';

export type UploadKind = 'image' | 'pdf' | 'word' | 'video';
export type InspectionRefusal =
  | 'wrong_type'
  | 'heic'
  | 'damaged'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'active_pdf'
  | 'locked_pdf'
  | 'infected'
  | 'not_scanned';

export type Inspected =
  | { ok: true; contentType: string; extension: string; body: Buffer }
  | { ok: false; reason: InspectionRefusal };

/** By file-type's extension. Unlisted formats are refused, including SVG. */
const IMAGE_FORMATS: Readonly<Record<string, ImageFormat>> = {
  jpg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  bmp: 'bmp',
};

/** What an iPhone takes by default. The libraries that decode it are not free, so the answer says what to choose instead. */
const HEIC_TYPES = new Set(['heic', 'heif', 'heics', 'heifs']);

/**
 * The formats that browsers record. Stored unchanged: only permitted users play them, and they contain nothing
 * executable.
 */
const VIDEO_TYPES: Readonly<Record<string, string>> = { webm: 'video/webm', mp4: 'video/mp4' };

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** The name of the main stream in an old Word file; other Office files use the same container. */
const OLD_WORD = Buffer.from('WordDocument', 'utf16le');
const MACROS = Buffer.from('_VBA_PROJECT', 'utf16le');

/** Detects an old or new Word file; one with macros is refused. Word files are stored unchanged. */
function findWordType(detected: string, content: Buffer): { contentType: string; extension: string } | null {
  if (detected === 'docx') return { contentType: DOCX, extension: 'docx' };
  const isOld = detected === 'cfb' && content.includes(OLD_WORD) && !content.includes(MACROS);
  return isOld ? { contentType: 'application/msword', extension: 'doc' } : null;
}

interface Checks {
  scanner: FileScanner;
  log: Log;
}

/** Determines the file's type from its content and returns bytes that are safe to store and to show. */
export async function inspectFile(
  path: string,
  allow: readonly UploadKind[],
  checks: Checks,
): Promise<Inspected> {
  const content = await readFile(path);
  const detected = (await fileTypeFromBuffer(content))?.ext ?? '';
  if (HEIC_TYPES.has(detected) && allow.includes('image')) return { ok: false, reason: 'heic' };
  const clean = findCleaner(detected, content, allow);
  if (!clean) return { ok: false, reason: 'wrong_type' };
  const problem = await scan(content, checks);
  return problem === null ? clean() : { ok: false, reason: problem };
}

/** Returns how to make a file of an allowed kind safe; null for all others. */
function findCleaner(
  detected: string,
  content: Buffer,
  allow: readonly UploadKind[],
): (() => Promise<Inspected>) | null {
  const keep = (contentType: string, extension: string) => (): Promise<Inspected> =>
    Promise.resolve({ ok: true, contentType, extension, body: content });
  const imageFormat = IMAGE_FORMATS[detected];
  if (imageFormat !== undefined && allow.includes('image')) return () => reencodeImage(content, imageFormat);
  if (detected === 'pdf' && allow.includes('pdf'))
    return async () => {
      const reason = await checkPdf(content);
      return reason === null ? keep('application/pdf', 'pdf')() : { ok: false, reason };
    };
  const wordFile = allow.includes('word') ? findWordType(detected, content) : null;
  if (wordFile) return keep(wordFile.contentType, wordFile.extension);
  const videoType = VIDEO_TYPES[detected];
  return videoType !== undefined && allow.includes('video') ? keep(videoType, detected) : null;
}

/** A file that could not be scanned is refused like an infected one. */
async function scan(content: Buffer, { scanner, log }: Checks): Promise<'infected' | 'not_scanned' | null> {
  try {
    const result = await scanner.scan(content);
    if (!result.infected) return null;
    log.warn('upload refused', { signature: result.signature });
    return 'infected';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error('file scanner did not answer', error, { code: error.code });
    return 'not_scanned';
  }
}
