import type { HiddenKind } from '@fws/contract/platform/contact-data';
import { listHiddenKinds, maskTexts, readMasked } from '../../../platform/contact-filter/index.ts';

interface Masked {
  masked: string | null;
  filter_version: number;
}

/** What others read of texts that follow each other; null: all of it. */
export function maskRun(texts: readonly string[]): (string | null)[] {
  const masked = maskTexts(texts);
  return texts.map((text, index) => {
    const form = masked?.[index] ?? text;
    return form === text ? null : form;
  });
}

export const readMaskedText = (row: Masked & { text: string }): string =>
  readMasked(row, () => maskTexts([row.text])?.[0] ?? null) ?? row.text;

/** A number of which the text has only a part is one, too. */
export function listHidden({ text, masked }: { text: string; masked: string | null }): HiddenKind[] {
  if (masked === null) return [];
  const kinds = listHiddenKinds([text]);
  return kinds.length > 0 ? kinds : ['number'];
}
