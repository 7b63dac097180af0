import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft, keepDraft, keptDraft } from './index.ts';

/** Like a browser's: the stored items are the object's own keys. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
});

test('a draft belongs to the user who wrote it', () => {
  keepDraft(1, 'job', { title: 'Paint' });
  keepDraft(1, 'quote:7', { amount: '5' });
  expect(keptDraft(1, 'job')).toEqual({ title: 'Paint' });
  expect(keptDraft(2, 'job')).toBeNull();
  dropDraft(1, 'job');
  expect([keptDraft(1, 'job'), keptDraft(1, 'quote:7')]).toEqual([null, { amount: '5' }]);
});

test('a logout deletes the drafts of all users and keeps the device’s settings', () => {
  keepDraft(1, 'job', { title: 'Paint' });
  keepDraft(2, 'quote:7', { amount: '5' });
  storage.setItem('theme', 'dark');
  storage.setItem('lang', 'hi');
  dropAllDrafts();
  expect(Object.keys(storage)).toEqual(['theme', 'lang']);
});

test('there are no drafts and no errors without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  keepDraft(1, 'job', {});
  dropAllDrafts();
  expect(keptDraft(1, 'job')).toBeNull();
});
