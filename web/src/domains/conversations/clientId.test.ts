import { expect, test } from 'vitest';
import { buildClientId, createDraftKey, getDraftKey } from './clientId.ts';

test('one text of one draft is one message, and everything else another', () => {
  const [key, other] = [createDraftKey(), createDraftKey()];
  const text = 'At ten?';
  const id = buildClientId(key, { text });
  expect(id).toMatch(/^[\w-]{8,64}$/);
  expect(buildClientId(key, { text: ' At ten? ', photoIds: [], file: undefined })).toBe(id);
  const file = { name: 'plan.pdf', size: 1200, lastModified: 1 };
  const others = [
    buildClientId(key, { text: 'At two?' }),
    buildClientId(other, { text }),
    buildClientId(key, { text, photoIds: ['one'] }),
    buildClientId(key, { text, photoIds: ['two'] }),
    buildClientId(key, { text, photoIds: ['one', 'two'] }),
    buildClientId(key, { text, photoIds: ['two', 'one'] }),
    buildClientId(key, { text, file }),
    buildClientId(key, { text, file: { ...file, name: 'new.pdf' } }),
    buildClientId(key, { text, file: { ...file, size: 1201 } }),
    buildClientId(key, { text, file: { ...file, lastModified: 2 } }),
  ];
  expect(new Set([id, ...others]).size).toBe(1 + others.length);
  expect(buildClientId(key, { text, photoIds: ['one'] })).toBe(others[2]);
});

test('a message that is edited again without a change is the same message', () => {
  const key = createDraftKey();
  const clientId = buildClientId(key, { text: 'At ten?' });
  expect(buildClientId(getDraftKey(clientId), { text: 'At ten?' })).toBe(clientId);
});
