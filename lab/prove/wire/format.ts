import type { AnyCall } from '@fws/contract/platform/call';
import { createLegacyFormat as createUnchangedFormat } from '../../../server/src/legacy/format.ts';
import type { AnyTranslation } from '../../../server/src/legacy/translation.ts';
import type { CallFormat } from '../../../server/src/platform/http/format.ts';
import { changeReply } from './changes.ts';

/** Takes the place of the product's function in this proof's tests. */
export function createLegacyFormat(call: AnyCall, translation: AnyTranslation): CallFormat {
  const format = createUnchangedFormat(call, translation);
  return {
    ...format,
    encodeReply: (value, locale, extra) => changeReply(call.name, format.encodeReply(value, locale, extra)),
  };
}
