/** Names a draft. It stays with the text until that is sent. */
export const createDraftKey = (): string => crypto.randomUUID();

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a. Tells apart what one draft was sent as. */
function hash(text: string): string {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  return value.toString(16).padStart(8, '0');
}

interface Parts {
  text: string;
  photoIds?: readonly string[];
  file?: Pick<File, 'name' | 'size' | 'lastModified'> | undefined;
}

/** Between the parts: no text has it. */
const END = '\u0000';

/**
 * The same text of a draft, with the same photos and file, is one message, however often and from how many tabs it is sent.
 * Anything else is another message, also after the answer to the first was lost.
 */
export function buildClientId(draftKey: string, { text, photoIds = [], file }: Parts): string {
  const fileParts = file ? [file.name, String(file.size), String(file.lastModified)] : [];
  return `${draftKey}-${hash([text.trim(), ...photoIds, ...fileParts].join(END))}`;
}

/** The draft of which a message was made: its text, unchanged, is then the same message again. */
export const getDraftKey = (clientId: string): string => clientId.slice(0, clientId.lastIndexOf('-'));
