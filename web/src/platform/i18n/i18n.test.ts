import { afterEach, expect, test, vi } from 'vitest';
import { createLanguage } from './i18n.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const { translate } = createLanguage('en', { 'quotes.part_initial': 'Initial' });

test('refuses a message that is not loaded, so that a test fails', () => {
  expect(translate('quotes.part_initial')).toBe('Initial');
  expect(() => translate('quotes.part_reviewed')).toThrow('no message "quotes.part_reviewed" in en');
});

test('shows words in place of a missing message in production, and reports it', () => {
  const report = vi.fn<(error: Error) => void>();
  vi.stubEnv('DEV', false);
  vi.stubGlobal('reportError', report);
  expect(translate('quotes.part_reviewed')).toBe('part reviewed');
  expect(translate('web.quotes.acceptTitle')).toBe('accept title');
  expect(report.mock.calls.map(([error]) => error.message)).toEqual([
    'no message "quotes.part_reviewed" in en',
    'no message "web.quotes.acceptTitle" in en',
  ]);
});
