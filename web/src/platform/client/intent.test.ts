import { expect, test } from 'vitest';
import { createIntent } from './intent.ts';

test('a retry has the same key, and another content another', () => {
  const intent = createIntent();
  const first = intent.key({ answer: 'agree', version: '1' });
  expect(intent.key({ answer: 'agree', version: '1' })).toBe(first);
  const second = intent.key({ answer: 'refuse', version: '1' });
  expect(second).not.toBe(first);
  expect(intent.key({ answer: 'agree', version: '1' })).not.toBe(first);
});

test('without a content the key stays until it is renewed', () => {
  const intent = createIntent();
  const first = intent.key();
  expect(intent.key()).toBe(first);
  intent.renew();
  expect(intent.key()).not.toBe(first);
});
