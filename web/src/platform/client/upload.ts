/** A connection that takes no byte and sends no answer for this long is broken. */
const STALLED_MS = 60_000;

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** How much has left the device, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Sends a form with files and reports its progress, which `fetch` cannot. Rejects when no answer arrives. */
export function sendForm(
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
      resolve(new Response(request.responseText, { status: request.status })),
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
