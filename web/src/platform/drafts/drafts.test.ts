import { beforeEach, expect, test, vi } from 'vitest';
import { deleteAllDrafts } from './deleteAllDrafts.ts';
import { openDraft, restoreBase, restoreDraft, withBase } from './index.ts';

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

let device: FakeStorage;
let tab: FakeStorage;
beforeEach(() => {
  device = new FakeStorage();
  tab = new FakeStorage();
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', tab);
  return () => vi.unstubAllGlobals();
});

test('a draft belongs to the user who wrote it', () => {
  openDraft(1, 'job').save({ title: 'Paint' });
  openDraft(1, 'quote:7').save({ amount: '5' });
  expect(openDraft(1, 'job').load()).toEqual({ title: 'Paint' });
  expect(openDraft(2, 'job').load()).toBeNull();
  openDraft(1, 'job').remove();
  expect([openDraft(1, 'job').load(), openDraft(1, 'quote:7').load()]).toEqual([null, { amount: '5' }]);
});

test('a visitor’s draft ends with the tab', () => {
  openDraft('visitor', 'register').save({ firstName: 'Meera' });
  expect(Object.keys(device)).toEqual([]);
  expect(Object.keys(tab)).toEqual(['draft:visitor:register']);
  expect(openDraft('visitor', 'register').load()).toEqual({ firstName: 'Meera' });
});

test('a logout deletes the drafts of all users and keeps the device’s settings', () => {
  openDraft(1, 'job').save({ title: 'Paint' });
  openDraft(2, 'quote:7').save({ amount: '5' });
  openDraft('visitor', 'register').save({ firstName: 'Meera' });
  device.setItem('theme', 'dark');
  device.setItem('lang', 'hi');
  deleteAllDrafts();
  expect([...Object.keys(device), ...Object.keys(tab)]).toEqual(['theme', 'lang']);
});

test('there are no drafts and no errors without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  openDraft(1, 'job').save({});
  openDraft(1, 'job').remove();
  deleteAllDrafts();
  expect(openDraft(1, 'job').load()).toBeNull();
  expect(restoreDraft(openDraft(1, 'job'), { title: '' })).toEqual({ title: '' });
});

test('a stored draft fills in the fields that still have its shape', () => {
  const values = {
    title: 'Old',
    age: '',
    skills: ['one'],
    tags: [] as string[],
    rows: [{ name: '', amount: '' }],
    ready: false,
  };
  const draft = openDraft(1, 'profile');
  draft.save({
    title: 'New',
    age: 30,
    skills: [],
    tags: ['a', 'b'],
    rows: [
      { name: 'Doors', amount: '5' },
      { name: 'Paint', amount: '7' },
    ],
    ready: true,
    gone: 'x',
  });
  expect(restoreDraft(draft, values)).toEqual({
    title: 'New',
    age: '',
    skills: [],
    tags: ['a', 'b'],
    rows: [
      { name: 'Doors', amount: '5' },
      { name: 'Paint', amount: '7' },
    ],
    ready: true,
  });
  draft.save({ rows: [{ name: 'Doors' }], skills: 'one', title: null });
  expect(restoreDraft(draft, values)).toEqual(values);
  draft.save(['title']);
  expect(restoreDraft(draft, values)).toEqual(values);
});

test('a draft remembers what its form was filled from, as long as that has the same shape', () => {
  const store = openDraft(1, 'job:7');
  const saved = { version: 'b', title: 'Paint two flats' };
  expect(restoreBase(store, saved)).toBe(saved);
  store.save(withBase({ title: 'Paint three flats' }, { version: 'a', title: 'Paint a flat' }));
  expect(restoreBase(store, saved)).toEqual({ version: 'a', title: 'Paint a flat' });
  expect(restoreDraft(store, { title: 'Paint two flats' })).toEqual({ title: 'Paint three flats' });
  expect(restoreBase(store, { ...saved, photos: [] })).toEqual({ ...saved, photos: [] });
  store.save(withBase({ title: 'Paint three flats' }, undefined));
  expect(restoreBase(store, saved)).toBe(saved);
});
