import { expect, test } from 'vitest';
import { buildClientId, createDraftKey } from './clientId.ts';

test('one text of one draft is one message, and everything else another', () => {
  const [key, other] = [createDraftKey(), createDraftKey()];
  const id = buildClientId(key, 'At ten?');
  expect(id).toMatch(/^[\w-]{8,64}$/);
  expect(buildClientId(key, ' At ten? ')).toBe(id);
  expect(new Set([id, buildClientId(key, 'At two?'), buildClientId(other, 'At ten?')]).size).toBe(3);
});
