import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';

const WORD = [
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

/** File types that the dialog offers. Phones go by MIME type, some computers by extension. */
export const ACCEPT = ['image/*', 'application/pdf', '.doc', '.docx', ...WORD].join(',');

/** Refuses a file that the server would refuse, before it is sent. The server also checks the content. */
export function problemOf(file: File): SharedMessageId | undefined {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'common.file_too_large';
  const known = file.type.startsWith('image/') || file.type === 'application/pdf' || WORD.includes(file.type);
  return known || /\.docx?$/i.test(file.name) ? undefined : 'common.file_not_a_document';
}
