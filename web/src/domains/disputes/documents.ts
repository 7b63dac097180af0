import { isPicture } from '../../platform/photos/heic.ts';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';

const WORD_TYPES = [
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

/** File types that the dialog offers. Phones go by MIME type, some computers by extension. */
export const ACCEPT = ['image/*', 'application/pdf', '.doc', '.docx', ...WORD_TYPES].join(',');

/** Refuses a file that the server would refuse, before it is sent. The server also checks the content. */
export function findFileProblem(file: File): SharedMessageId | undefined {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'common.file_too_large';
  const isAllowed = isPicture(file) || file.type === 'application/pdf' || WORD_TYPES.includes(file.type);
  return isAllowed || /\.docx?$/i.test(file.name) ? undefined : 'common.file_not_a_document';
}
