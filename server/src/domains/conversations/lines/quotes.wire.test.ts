import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { conversationMessages } from '@fws/contract/conversations/calls';
import { acceptQuote, cancelQuote, declineQuote } from '@fws/contract/quotes/calls';
import { setUpNegotiation } from '../../quotes/testing/negotiation.ts';
import { inTx } from '../../../platform/db/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { findQuote, withholdQuotes } from '../../quotes/index.ts';
import { quote as send } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { write } from '../testing/pair.ts';

// What happens with a quote stands between the messages about it.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { createQuote, ask, revise, ids, age, runTimers } = setUpNegotiation(
  (fixture) => ({ world, poster, worker } = fixture),
);

const readLines = async (by: TestUser, other: TestUser, jobId: number) =>
  (await by.done(conversationMessages, { jobId: String(jobId), userId: String(other.id) })).lines;
const listKinds = async (by: TestUser, other: TestUser, jobId: number) =>
  (await readLines(by, other, jobId)).map(({ kind, amountPaise }) => [kind, amountPaise]);

test('each turn of a quote is one line for both, between the messages, without what they wrote', async () => {
  const { job, quote } = await createQuote();
  world.clock.advance(1000);
  await write(worker, poster, String(job.id), 'I can come on Monday');
  world.clock.advance(1000);
  await ask(quote.id, { bidText: '1000', note: 'Call me on 98220 12345' });
  const askedAt = world.clock.format();
  world.clock.advance(1000);
  await revise(quote.id);
  world.clock.advance(1000);
  await ask(quote.id, { note: 'Please start earlier' });
  world.clock.advance(1000);
  await revise(quote.id, { bidText: '1100' });
  world.clock.advance(1000);
  await poster.done(declineQuote, { ...ids(quote.id), reason: 'price', note: '' });
  const lines = await readLines(poster, worker, job.id);
  expect(await readLines(worker, poster, job.id)).toEqual(lines);
  expect(lines.map(({ kind, amountPaise, afterNumber }) => [kind, amountPaise, afterNumber])).toEqual([
    ['quote_sent', 1500_00, 0],
    ['quote_asked', 1000_00, 1],
    ['quote_revised', 1200_00, 1],
    ['quote_asked', null, 1],
    ['quote_revised', 1100_00, 1],
    ['quote_declined', null, 1],
  ]);
  expect(lines[1]).toEqual({
    kind: 'quote_asked',
    milestone: null,
    amountPaise: 1000_00,
    at: askedAt,
    afterNumber: 1,
  });
  expect(JSON.stringify(lines)).not.toMatch(/98220|earlier/);
});

test('a quote that lapsed, and one that was not selected, end with a line', async () => {
  const lapsed = await createQuote();
  await write(worker, poster, String(lapsed.job.id), 'I can come on Monday');
  await age(lapsed.quote.id, 8);
  await sql`UPDATE job SET posted_at = posted_at - interval '9 days' WHERE id = ${lapsed.job.id}`.execute(
    world.db,
  );
  await runTimers();
  expect(await listKinds(worker, poster, lapsed.job.id)).toEqual([
    ['quote_sent', 1500_00],
    ['quote_lapsed', null],
  ]);
  const { job } = await createQuote();
  await write(worker, poster, String(job.id), 'I can come on Monday');
  const other = await world.user({ identity: 'verified' });
  const chosen = await send(other, job.id);
  await poster.done(acceptQuote, { quoteId: String(chosen.id), jobId: String(job.id) });
  expect(await listKinds(worker, poster, job.id)).toEqual([
    ['quote_sent', 1500_00],
    ['quote_not_selected', null],
  ]);
  expect((await listKinds(other, poster, job.id)).map(([kind]) => kind)).toEqual(['quote_sent', 'awarded']);
});

test('a poster reads nothing of a quote that is hidden from them', async () => {
  const withdrawn = await createQuote();
  await write(worker, poster, String(withdrawn.job.id), 'I can come on Monday');
  await worker.done(cancelQuote, { ...ids(withdrawn.quote.id), comment: 'I am ill' });
  expect(await listKinds(worker, poster, withdrawn.job.id)).toEqual([
    ['quote_sent', 1500_00],
    ['quote_withdrawn', null],
  ]);
  expect(await listKinds(poster, worker, withdrawn.job.id)).toEqual([]);

  const withheld = await createQuote();
  await write(worker, poster, String(withheld.job.id), 'I can come on Monday');
  await inTx(world.db, (tx) => withholdQuotes(tx, worker.id, { by: BY_SYSTEM, at: world.clock.now() }));
  expect((await findQuote(world.db, withheld.quote.id))?.state).toBe('withheld');
  expect(await listKinds(poster, worker, withheld.job.id)).toEqual([]);
});
