import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

// Who may do something is a sentence in the policy.ts of the domain: a reader finds it there, and no second place decides
// it otherwise. States, amounts and times are for rules.ts, which asks the policy who somebody is.

const DOMAINS = 'server/src/domains';
const OWNER = String.raw`\b(?:(?:poster|worker|owner|supplier|recipient|user)_id|(?:raised|asked)_by|(?:poster|worker|owner|payer)Id)\b`;
const DECISIONS = [
  // job.poster_id === userId, and the other way round
  new RegExp(String.raw`${OWNER}\s*[!=]==\s*(?!\s|null\b|undefined\b)`),
  new RegExp(String.raw`[!=]==\s*[\w.?]*${OWNER}`),
  // A refusal with its own reason. One with a step-up asks the same person for another proof.
  /refuse\(\s*'forbidden',\s*'[^']*'\s*(?:\)|,(?!\s*\{\s*stepUp\b))/,
];
/** Finds the new among the rows that were written: nobody asks for anything. */
const NO_CALLER = [`${DOMAINS}/notifications/service.ts`];

const findsDecision = (text: string): boolean => DECISIONS.some((pattern) => pattern.test(text));

const listSources = (): string[] =>
  readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/\/testing\//.test(name))
    .map((name) => `${DOMAINS}/${name}`);
const isPolicy = (file: string): boolean => basename(file) === 'policy.ts';

test.each([
  `if (job?.poster_id !== posterId) return null;`,
  `const isOwn = userId === row?.worker_id;`,
  `if (params.callerId !== payerId) return null;`,
  `return refuse('forbidden', 'identity.suspended');`,
  `? refuse(\n      'forbidden',\n      'contracts.payer_identity',\n      { values },\n    )`,
])('finds a decision about a person in %s', (source) => {
  expect(findsDecision(source)).toBe(true);
});

test.each([
  `if (userId === null || row.user_id !== null) return null;`,
  `if (!isPoster(job, userId)) return refuse('not_found', 'jobs.not_found');`,
  `return refuse('forbidden', ability.reason);`,
  `return refuse('forbidden', 'admin.enter_first', { stepUp: 'totp' });`,
])('finds no decision about a person in %s', (source) => {
  expect(findsDecision(source)).toBe(false);
});

test('only policies decide who somebody is to an object, and refuse because of it', () => {
  const sources = listSources().filter((file) => !isPolicy(file));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((file) => findsDecision(readFileSync(file, 'utf8')))).toEqual(NO_CALLER);
});

test('a domain has one policy, which decides on facts and reads nothing', () => {
  const policies = listSources().filter(isPolicy);
  expect(policies.length).toBeGreaterThan(9);
  expect(policies.filter((file) => file.split('/').length !== DOMAINS.split('/').length + 2)).toEqual([]);
  const reads = /\bawait\b|\basync\b|\bPromise\b/;
  expect(policies.filter((file) => reads.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a policy names what somebody may do with may', () => {
  const named = /^export (?:const|function) can[A-Z]/m;
  expect(listSources().filter((file) => isPolicy(file) && named.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  );
});
