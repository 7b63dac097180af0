import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NOTICE_VERSIONS } from './notices.ts';

const locales = path.join(import.meta.dirname, '../../../web/locales');

/** A hash of the text that users agree to, in both languages. */
function readNotice(area: string, isPartOf: (key: string) => boolean): string {
  const hash = createHash('sha256');
  for (const locale of ['en', 'hi']) {
    const file = readFileSync(path.join(locales, locale, `${area}.json`), 'utf8');
    const texts = Object.entries(JSON.parse(file) as Record<string, string>);
    for (const [key, text] of texts.filter(([name]) => isPartOf(name))) hash.update(`${key}\n${text}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

// When you change a text, first give it a new version, and only then update its hash here. Otherwise the register of
// consents would say that users agreed to a text they never saw.
test('a changed notice has a new version', () => {
  const terms = readNotice('legal', (key) => key.startsWith('legal.terms.'));
  const privacy = readNotice('legal', (key) => key.startsWith('legal.privacy.'));
  const adult = readNotice('identity', (key) => key === 'identity.isAdult');
  expect({ version: NOTICE_VERSIONS.adult, text: adult }).toEqual({
    version: '2026-11',
    text: '35270d11b650f206',
  });
  expect({ version: NOTICE_VERSIONS.terms, text: terms }).toEqual({
    version: '2026-11-28',
    text: 'c5c2590edcd875a3',
  });
  expect({ version: NOTICE_VERSIONS.privacy, text: privacy }).toEqual({
    version: '2026-11-28',
    text: '6faba931f0e8ed83',
  });
});
