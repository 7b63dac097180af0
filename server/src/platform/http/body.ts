import type { FastifyRequest } from 'fastify';
import type { CallFile } from '@fws/contract/platform/call';
import type { WireBody } from '@fws/contract/platform/form';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import { acceptUpload, type Upload } from '../uploads/upload.ts';

/** A file that came with a form and passed inspection. */
export type UploadedFile = Extract<Upload, { ok: true }>;

export interface ReadBody {
  fields: WireBody;
  files: Record<string, UploadedFile>;
  /** Those that may come several times. */
  lists: Record<string, UploadedFile[]>;
  /** The first file that was refused, by its clean name. */
  refused: { name: string; reason: Extract<Upload, { ok: false }>['reason'] | 'too_many' } | null;
}

/** Form data, URL-encoded or JSON: all the same to a call. Files that the call does not know are read past. */
export async function readBody(
  request: FastifyRequest,
  files: readonly CallFile[],
  tmpDir: string,
): Promise<ReadBody> {
  if (!request.isMultipart()) {
    const body: unknown = request.body;
    const fields = typeof body === 'object' && body !== null ? { ...body } : {};
    return { fields, files: {}, lists: {}, refused: null };
  }
  const read: ReadBody = { fields: {}, files: {}, lists: {}, refused: null };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      addField(read.fields, part.fieldname, part.value);
      continue;
    }
    const known = files.find((file) => isNamed(file, part.fieldname));
    if (!known || part.filename === '') {
      part.file.resume();
      continue;
    }
    const upload = await acceptUpload(part.file, {
      declaredName: part.filename,
      allow: known.kinds,
      maxBytes: ATTACHMENT_MAX_BYTES,
      tmpDir,
    });
    if (!upload.ok) read.refused ??= { name: known.name, reason: upload.reason };
    else if (known.several === undefined) read.files[known.name] = upload;
    else {
      const list = (read.lists[known.name] ??= []);
      if (list.length < known.several) list.push(upload);
      else read.refused ??= { name: known.name, reason: 'too_many' };
    }
  }
  return read;
}

const isNamed = ({ wireName }: CallFile, given: string): boolean =>
  given === wireName || `${given}[]` === wireName;

/** A name that comes several times is a list. */
function addField(fields: WireBody, name: string, value: unknown): void {
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else fields[name] = Array.isArray(before) ? [...before, value] : [before, value];
}
