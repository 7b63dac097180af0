import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';

const WORD = [
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

/** What the file dialog offers. Phones go by the types, some computers by the endings. */
export const ACCEPT = ['image/*', 'application/pdf', '.doc', '.docx', ...WORD].join(',');

/** What is known to be refused, before anything is sent. The server looks at the content. */
export function problemOf(file: File): SharedMessageId | undefined {
  if (file.size > ATTACHMENT_MAX_BYTES) return 'common.file_too_large';
  const known = file.type.startsWith('image/') || file.type === 'application/pdf' || WORD.includes(file.type);
  return known || /\.docx?$/i.test(file.name) ? undefined : 'common.file_not_a_document';
}
