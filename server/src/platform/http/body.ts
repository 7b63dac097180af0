import type { FastifyRequest } from 'fastify';
import type { CallFile } from '@fws/contract/platform/call';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import { receiveFile } from '../uploads/receive.ts';
import type { UploadPlace } from '../uploads/unidentified.ts';
import type { Fields } from './fields.ts';
import type { CallFormat } from './format.ts';

/** A file in a temporary place, not inspected yet. */
export interface ReceivedUpload {
  file: CallFile;
  declaredName: string;
  path: string;
}

export interface ReceivedBody {
  fields: Fields;
  uploads: ReceivedUpload[];
  /** The first file that exceeded a limit. */
  refused: { file: CallFile; reason: 'too_large' | 'no_room' | 'too_many' | 'busy' } | null;
  /** Removes the temporary files. */
  remove(): Promise<void>;
}

/** All fields of a form together; also the limit of a body that is not multipart. */
export const FIELDS_MAX_BYTES = 1_000_000;

class FormError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

interface Receiver {
  tmpDir: string;
  /** Called once, before the first file, with the fields before it. Without a place no file is stored. */
  openPlace: (fields: Fields) => Promise<UploadPlace | null>;
}

/**
 * Reads form data, URL-encoded or JSON, into the same structure. Files are written to temporary files without
 * inspection; files that the call does not declare are skipped.
 */
export async function receiveBody(
  request: FastifyRequest,
  format: Pick<CallFormat, 'findFile'>,
  { tmpDir, openPlace }: Receiver,
): Promise<ReceivedBody> {
  const received = new BodyCollector();
  if (!request.isMultipart()) {
    const body: unknown = request.body;
    if (typeof body === 'object' && body !== null) received.fields = { ...body };
    return received;
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        received.addField(part.fieldname, part.value);
        continue;
      }
      const file = format.findFile(part.fieldname);
      if (!file || part.filename === '' || received.isFull(file)) {
        part.file.resume();
        continue;
      }
      if (received.place === undefined) received.place = await openPlace(received.fields);
      const { place } = received;
      if (place === null) {
        received.refused ??= { file, reason: 'busy' };
        part.file.resume();
        continue;
      }
      const upload = await receiveFile(part.file, { tmpDir, maxBytes: ATTACHMENT_MAX_BYTES, place });
      if (upload.ok)
        received.addUpload({ file, declaredName: part.filename, path: upload.path }, upload.remove);
      else received.refused ??= { file, reason: upload.reason };
    }
    return received;
  } catch (error) {
    await received.remove();
    throw error;
  }
}

class BodyCollector implements ReceivedBody {
  fields: Fields = {};
  uploads: ReceivedUpload[] = [];
  refused: ReceivedBody['refused'] = null;
  /** Undefined before the first file, null when it got none. */
  place: UploadPlace | null | undefined;
  #fieldBytes = 0;
  readonly #removals: (() => Promise<void>)[] = [];

  async remove(): Promise<void> {
    try {
      await Promise.all(this.#removals.map((remove) => remove()));
    } finally {
      this.place?.release();
    }
  }

  /** A repeated name becomes a list. */
  addField(name: string, value: unknown): void {
    // A part may be JSON by its own content type.
    if (!isTextOrList(value)) throw new FormError(400, 'a field is a text or a list of texts');
    this.#fieldBytes += name.length + String(value).length;
    if (this.#fieldBytes > FIELDS_MAX_BYTES) throw new FormError(413, 'the fields are too large');
    const before = this.fields[name];
    if (before === undefined) this.fields[name] = value;
    else this.fields[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }

  addUpload(upload: ReceivedUpload, remove: () => Promise<void>): void {
    this.#removals.push(remove);
    this.uploads.push(upload);
  }

  /** The call has as many files of that name as it takes; one more is refused and not received. */
  isFull(file: CallFile): boolean {
    const count = this.uploads.filter((upload) => upload.file === file).length;
    if (count < (file.several ?? 1)) return false;
    this.refused ??= { file, reason: 'too_many' };
    return true;
  }
}

const isTextOrList = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isScalar) : isScalar(value);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
