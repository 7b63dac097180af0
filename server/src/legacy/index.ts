import type { AnyCall } from '@fws/contract/platform/call';
import { domains } from '../domains/index.ts';
import { createCleanFormat, type CallFormats } from '../platform/http/format.ts';
import { createLegacyFormat } from './format.ts';

const translations = new Map(domains.flatMap((domain) => domain.translations ?? []));

/** The formats of a call: clean JSON for our web app, and the specification's forms and replies for everybody else. */
export function findFormats(call: AnyCall): CallFormats {
  const translation = translations.get(call) ?? {};
  return {
    clean: createCleanFormat(call),
    legacy: createLegacyFormat(call, translation),
    aliases: translation.aliases ?? [],
  };
}
