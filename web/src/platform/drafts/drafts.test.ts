import { beforeEach, expect, test, vi } from 'vitest';
import { deleteAllDrafts, deleteDraft, saveDraft, loadDraft } from './index.ts';

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
  saveDraft(1, 'job', { title: 'Paint' });
  saveDraft(1, 'quote:7', { amount: '5' });
  expect(loadDraft(1, 'job')).toEqual({ title: 'Paint' });
  expect(loadDraft(2, 'job')).toBeNull();
  deleteDraft(1, 'job');
  expect([loadDraft(1, 'job'), loadDraft(1, 'quote:7')]).toEqual([null, { amount: '5' }]);
});

test('a logout deletes the drafts of all users and keeps the device’s settings', () => {
  saveDraft(1, 'job', { title: 'Paint' });
  saveDraft(2, 'quote:7', { amount: '5' });
  storage.setItem('theme', 'dark');
  storage.setItem('lang', 'hi');
  deleteAllDrafts();
  expect(Object.keys(storage)).toEqual(['theme', 'lang']);
});

test('there are no drafts and no errors without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  saveDraft(1, 'job', {});
  deleteAllDrafts();
  expect(loadDraft(1, 'job')).toBeNull();
});
