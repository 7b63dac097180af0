/** Names a draft. It stays with the text until that is sent. */
export const createDraftKey = (): string => crypto.randomUUID();

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a. Tells apart what one draft has said. */
function hash(text: string): string {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  return value.toString(16).padStart(8, '0');
}

/**
 * The same text of a draft is one message, however often and from how many tabs it is sent. Another text is another message,
 * also after the answer to the first was lost.
 */
export const buildClientId = (draftKey: string, text: string): string => `${draftKey}-${hash(text.trim())}`;
