import type { CallFile, UploadKind } from '@fws/contract/platform/call';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { Refusal } from '@fws/contract/platform/refusal';
import { FileStoreError } from '../../ports/file-store.ts';
import type { TurnOwner } from '../fair-turns.ts';
import { isDiskFull } from '../uploads/disk-full.ts';
import type { InspectUpload, Upload } from '../uploads/inspector.ts';
import type { ReceivedBody, ReceivedUpload } from './body.ts';

/** A file that was sent with a form and passed inspection. */
export type UploadedFile = Extract<Upload, { ok: true }>;

export interface CallFiles {
  files: Record<string, UploadedFile>;
  /** The files of names that may be repeated, in order. */
  lists: Record<string, UploadedFile[]>;
}

type FileProblem =
  | NonNullable<ReceivedBody['refused']>['reason']
  | Extract<Upload, { ok: false }>['reason']
  | 'not_stored';

const PROBLEMS: Record<
  Exclude<FileProblem, 'wrong_type'>,
  { kind: Refusal['kind']; code: SharedMessageId }
> = {
  too_large: { kind: 'too_large', code: 'common.file_too_large' },
  too_many: { kind: 'invalid', code: 'common.too_many_files' },
  no_room: { kind: 'unavailable', code: 'common.storage_full' },
  heic: { kind: 'wrong_type', code: 'common.file_heic' },
  damaged: { kind: 'invalid', code: 'common.file_damaged' },
  too_many_pixels: { kind: 'invalid', code: 'uploads.too_many_pixels' },
  too_many_frames: { kind: 'invalid', code: 'uploads.too_many_frames' },
  active_pdf: { kind: 'invalid', code: 'uploads.active_pdf' },
  locked_pdf: { kind: 'invalid', code: 'uploads.locked_pdf' },
  infected: { kind: 'invalid', code: 'uploads.infected' },
  not_scanned: { kind: 'unavailable', code: 'uploads.not_scanned' },
  not_stored: { kind: 'unavailable', code: 'uploads.not_stored' },
  busy: { kind: 'unavailable', code: 'uploads.busy' },
};

/** Each condition passes within moments or needs an operator for minutes; an earlier retry is useless. */
const TRY_AGAIN_SECONDS: Partial<Record<FileProblem, number>> = { busy: 10, not_scanned: 60, not_stored: 60 };

/**
 * Inspects one file after another, so that a form with many files occupies one worker slot at a time. Stops at the
 * first problem.
 */
export async function inspectUploads(
  uploads: readonly ReceivedUpload[],
  inspect: InspectUpload,
  owner: TurnOwner,
): Promise<({ ok: true } & CallFiles) | { ok: false; refusal: Refusal }> {
  const files: CallFiles['files'] = {};
  const lists: CallFiles['lists'] = {};
  for (const { file, declaredName, path } of uploads) {
    const upload = await inspect(path, { declaredName, allow: file.kinds, owner });
    if (!upload.ok) return { ok: false, refusal: buildFileRefusal(file, upload.reason) };
    if (file.several === undefined) files[file.name] = upload;
    else (lists[file.name] ??= []).push(upload);
  }
  return { ok: true, files, lists };
}

/** A refusal shown beside the file's field. */
export function buildFileRefusal(file: CallFile, reason: FileProblem): Refusal {
  const { kind, code } =
    reason === 'wrong_type' ? { kind: reason, code: getWrongTypeMessage(file.kinds) } : PROBLEMS[reason];
  const seconds = TRY_AGAIN_SECONDS[reason];
  const values = seconds === undefined ? {} : { values: { seconds } };
  return { kind, code, ...values, fields: { [file.name]: { code, ...values } } };
}

function getWrongTypeMessage(kinds: readonly UploadKind[]): SharedMessageId {
  if (kinds.includes('word')) return 'common.file_not_a_document';
  if (kinds.includes('pdf')) return 'common.file_wrong_type';
  return kinds.includes('video') ? 'common.file_not_a_video' : 'common.file_not_an_image';
}

/** A file that passed inspection but could not be stored is refused as if it had not been received. */
export function toNotStoredRefusal(
  error: unknown,
  uploads: readonly ReceivedUpload[],
): { ok: false; refusal: Refusal } {
  const [first] = uploads;
  const reason = isDiskFull(error) ? 'no_room' : error instanceof FileStoreError ? 'not_stored' : null;
  if (!first || reason === null) throw error;
  return { ok: false, refusal: buildFileRefusal(first.file, reason) };
}
