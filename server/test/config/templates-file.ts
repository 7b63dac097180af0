import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MESSAGE_TEMPLATES } from '@fws/contract/notifications/channels';
import { LOCALES } from '@fws/contract/platform/messages';

export type TemplateFile = Record<string, Record<string, { id?: string; dlt?: string }>>;

/** A complete file of registered texts; `change` leaves something out. */
export function writeTemplatesFile(change: (file: TemplateFile) => unknown = () => undefined): string {
  const content: TemplateFile = {};
  for (const template of ['otp', ...MESSAGE_TEMPLATES]) {
    const texts = LOCALES.map((locale) => [
      locale,
      { id: `${template}-${locale}`, dlt: `dlt-${template}-${locale}` },
    ]);
    content[template] = Object.fromEntries(texts);
  }
  change(content);
  return writeTemplatesText(JSON.stringify(content));
}

export function writeTemplatesText(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fws-templates-')), 'sms-templates.json');
  writeFileSync(file, text);
  return file;
}
