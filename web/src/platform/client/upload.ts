import { translate } from '../i18n/index.ts';
import { isHeic, isPicture } from '../photos/heic.ts';
import { PAPER_MAX_SIDE, reduceImage } from '../photos/reduceImage.ts';
import { CallError } from './callError.ts';
import { POSITION_HEADER } from './position.ts';
import { setFormUpload } from './uploads.ts';

/** A connection that takes no byte and sends no answer for this long is broken. */
const STALLED_MS = 60_000;

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** How much has left the device, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Sends a form with files. Without `onProgress` the page shows the progress (`useFormUpload`), and pictures are reduced
 * to the size of a readable page.
 */
export async function sendForm(
  url: string,
  body: FormData,
  headers: Record<string, string>,
  options: UploadOptions,
): Promise<Response> {
  if (options.onProgress) return send(url, body, headers, options);
  const stop = new AbortController();
  const cancel = () => stop.abort(new CallError(0, translate('common.upload_stopped')));
  const onProgress = (fraction: number) =>
    setFormUpload({ percent: fraction * 100, cancel: fraction < 1 ? cancel : undefined });
  options.signal?.addEventListener('abort', () => stop.abort(options.signal?.reason));
  onProgress(0);
  try {
    const reduced = await reducePictures(body);
    return await send(url, reduced, headers, { signal: stop.signal, onProgress });
  } finally {
    setFormUpload(null);
  }
}

async function reducePictures(body: FormData): Promise<FormData> {
  const reduced = new FormData();
  for (const [name, value] of body)
    reduced.append(name, value instanceof File ? await reducePicture(name, value) : value);
  return reduced;
}

/** The server reads no HEIC either: what this browser cannot convert need not be sent. */
async function reducePicture(name: string, file: File): Promise<File> {
  const reduced = await reduceImage(file, PAPER_MAX_SIDE);
  if (!isPicture(reduced) || !(await isHeic(reduced))) return reduced;
  const message = translate('common.file_heic');
  throw new CallError(415, message, { [name]: message });
}

function readPosition(request: XMLHttpRequest): Record<string, string> {
  const position = request.getResponseHeader(POSITION_HEADER);
  return position === null ? {} : { [POSITION_HEADER]: position };
}

/** `fetch` reports no progress. Rejects when no answer arrives. */
function send(
  url: string,
  body: FormData,
  headers: Record<string, string>,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = () => request.abort();
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALLED_MS);
    };
    const fail = () => reject(signal?.aborted ? (signal.reason as Error) : new TypeError('no answer'));
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status, headers: readPosition(request) })),
    );
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', abort);
    watch();
    request.send(body);
  });
}
