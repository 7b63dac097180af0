import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYLOAD_MAX_BYTES, toPayloads, type ChangeEvent } from './payloads.ts';

const decode = (payload: string): ChangeEvent => JSON.parse(payload) as ChangeEvent;
/** This many users with ids of ten digits. */
const buildUsers = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 1_000_000_000 + index);

test('sends a small event as one payload', () => {
  expect(toPayloads({ users: [7, 8], topic: 'job', id: 3 })).toEqual([
    '{"users":[7,8],"topic":"job","id":3}',
  ]);
  expect(toPayloads({ users: [7], topic: 'conversations', id: 3, number: 12 })).toEqual([
    '{"users":[7],"topic":"conversations","id":3,"number":12}',
  ]);
});

test('sends no payload for an event without users', () => {
  expect(toPayloads({ users: [], topic: 'job', id: 3 })).toEqual([]);
});

test('includes a repeated user once', () => {
  expect(toPayloads({ users: [7, 8, 7], topic: 'wallet', id: null }).map(decode)).toEqual([
    { users: [7, 8], topic: 'wallet', id: null },
  ]);
});

test('fills a payload to the last byte and starts another for the next user', () => {
  // {"users":[],"topic":"job","id":""} has 34 bytes, 724 ids of ten digits with 723 commas have 7,963.
  const full: ChangeEvent = { users: buildUsers(724), topic: 'job', id: 'xx' };
  const [only, ...none] = toPayloads(full);
  expect(none).toEqual([]);
  expect(Buffer.byteLength(only ?? '')).toBe(PAYLOAD_MAX_BYTES);
  expect(toPayloads({ ...full, id: 'xxx' }).map((payload) => decode(payload).users.length)).toEqual([723, 1]);
});

test('refuses an id that leaves no room for a user', () => {
  expect(() => toPayloads({ users: [7], topic: 'order', id: 'x'.repeat(8_000) })).toThrow(
    'the id of a order event is too long',
  );
});

const event: fc.Arbitrary<ChangeEvent> = fc.record({
  users: fc.oneof(
    fc.array(fc.nat()),
    // Enough of the longest ids for several payloads.
    fc.array(fc.integer({ min: Number.MAX_SAFE_INTEGER - 5_000, max: Number.MAX_SAFE_INTEGER }), {
      minLength: 500,
      maxLength: 2_000,
    }),
  ),
  topic: fc.constantFrom('job', 'quotes', 'notifications'),
  id: fc.oneof(fc.constant(null), fc.nat(), fc.string({ unit: 'binary', maxLength: 1_000 })),
});

test('puts every user into one payload, and every payload fits and repeats the event', () => {
  fc.assert(
    fc.property(event, (changeEvent) => {
      const payloads = toPayloads(changeEvent);
      for (const payload of payloads)
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
      const decoded = payloads.map(decode);
      for (const { topic, id } of decoded)
        expect({ topic, id }).toEqual({ topic: changeEvent.topic, id: changeEvent.id });
      expect(decoded.flatMap((payload) => payload.users)).toEqual([...new Set(changeEvent.users)]);
    }),
  );
});
