import type { Import } from './imports.ts';
import { readAllowedDomains } from './manifests.ts';

export type Rule = { reason: string; isBrokenBy(line: Import): boolean };

const HTTP_PACKAGES = /^(?:(?:node:)?https?2?|undici|fastify|@fastify\/.*)$/;
const CONTRACT_PACKAGES = /^zod(\/|$)/;
const isInside = (path: string, ...folders: string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`));
/** Tests, their helpers and their runner. A proof is a test that runs for longer. */
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) ||
  /\/test(?:ing)?\//.test(file) ||
  /^scripts\/test\.(?:mjs|ts)$/.test(file) ||
  isInside(file, 'lab', 'e2e');
const TEST_PACKAGES = /^(?:vitest|@playwright\/test)(?:\/|$)/;

/** The domain that a server or web path belongs to. */
function findDomain(path: string): { domain: string; isFace: boolean; isManifest: boolean } | undefined {
  const [, domain, file = ''] = /^(?:server|web)\/src\/domains\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return domain === undefined
    ? undefined
    : { domain, isFace: /^index\.tsx?$/.test(file), isManifest: file === 'domain.ts' };
}

/** What opens a transaction. */
const TRANSACTIONS = new Set(['inTx', 'inLongTx', 'runMoneyCommand']);

/** The registry of the domains. It alone reads their manifests. */
const REGISTRY = 'server/src/domains/index.ts';

/** The proof whose program or folder this is: `model` for lab/prove/model.ts, lab/prove/model.test.ts and lab/prove/model/run.ts. */
const findProof = (path: string): string | undefined => /^lab\/prove\/([^/.]+)/.exec(path)?.[1];

export const RULES: Rule[] = [
  {
    reason:
      'the product runs without its tests: what both need belongs to the product, and what only tests need to a test folder',
    isBrokenBy: ({ file, target }) => !isTest(file) && (isTest(target) || TEST_PACKAGES.test(target)),
  },
  {
    reason: 'contract/ is pure and shared by every client: it uses only zod and itself',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'contract') &&
      !isTest(file) &&
      !isInside(target, 'contract') &&
      !CONTRACT_PACKAGES.test(target),
  },
  {
    reason: 'web/ meets the server over the wire only: what both need lives in contract/',
    isBrokenBy: ({ file, target }) => isInside(file, 'web') && isInside(target, 'server', 'sandbox'),
  },
  {
    reason: 'server/ serves any client and any provider: only its tests know the stand-ins',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'server') && (isInside(target, 'web') || (isInside(target, 'sandbox') && !isTest(file))),
  },
  {
    reason: 'sandbox/ speaks the real wire formats: it shares no code with those who call it',
    isBrokenBy: ({ file, target }) => isInside(file, 'sandbox') && isInside(target, 'server', 'web'),
  },
  {
    reason:
      "another domain is entered through its index.ts only, so that its inside can change freely; the registry also reads manifests (domain.ts), and the app's router mounts screens",
    isBrokenBy: ({ file, target }) => {
      const entered = findDomain(target);
      const mounted = isInside(file, 'web/src/app') && /^web\/src\/domains\/[^/]+\/screens\//.test(target);
      return (
        entered !== undefined &&
        findDomain(file)?.domain !== entered.domain &&
        !entered.isFace &&
        !(entered.isManifest && file === REGISTRY) &&
        !mounted &&
        !isTest(file)
      );
    },
  },
  {
    reason: 'server domains depend on each other in one direction (`imports` in the domain.ts of each)',
    isBrokenBy: ({ file, target }) => {
      const [from, to] = [findDomain(file)?.domain, findDomain(target)?.domain];
      if (!isInside(file, 'server') || isTest(file)) return false;
      if (from === undefined || to === undefined || from === to) return false;
      const allowed = readAllowedDomains(from);
      return allowed !== 'all' && !allowed.includes(to);
    },
  },
  {
    reason:
      'domains reach the outside world through ports/ only: which adapter answers is chosen in compose-ports.ts',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'server/src/domains') && !isTest(file) && isInside(target, 'server/src/adapters'),
  },
  {
    reason: 'platform, ports and adapters carry every domain, so they know none',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'server/src/platform', 'server/src/ports', 'server/src/adapters', 'web/src/platform') &&
      !isTest(file) &&
      findDomain(target) !== undefined,
  },
  {
    reason: 'the app assembles the domains: what they share with it lives in platform/ or ui/, below both',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'web/src/domains', 'web/src/platform') &&
      isInside(target, 'web/src/app', 'web/src/landing'),
  },
  {
    reason: 'the design system in web/src/ui knows no domain and no app',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'web/src/ui') && (findDomain(target) !== undefined || isInside(target, 'web/src/app')),
  },
  {
    reason:
      'what a domain does knows no HTTP, so that tasks, tests and other callers can do it too: only routes.ts and http.ts know requests and replies',
    isBrokenBy: ({ file, target }) =>
      isInside(file, 'server/src/domains') &&
      !isTest(file) &&
      !/\/(?:routes|http)\.ts$/.test(file) &&
      (isInside(target, 'server/src/platform/http') || HTTP_PACKAGES.test(target)),
  },
  {
    reason:
      'a service opens the transaction and decides in it, so that tasks, tests and other callers do the same: routes.ts and http.ts call one function of it',
    isBrokenBy: ({ file, names }) =>
      isInside(file, 'server/src/domains') &&
      /\/(?:routes|http)\.ts$/.test(file) &&
      names.some((name) => TRANSACTIONS.has(name)),
  },
  {
    reason:
      'the product does not know Citus: stores say what they want of a statement (byJob, waitOrSkip, onNodes), and platform/db/nodes.ts alone translates it for several nodes',
    isBrokenBy: ({ file, names }) =>
      isInside(file, 'server/src/domains') && !isTest(file) && names.includes('isDistributed'),
  },
  {
    reason:
      'a proof stands alone, so that one can change without weakening another: what several use lives in lab/prove/support/, which knows no proof',
    isBrokenBy: ({ file, target }) => {
      const [proof, entered] = [findProof(file), /^lab\/prove\/([^/]+)\//.exec(target)?.[1]];
      return proof !== undefined && entered !== undefined && entered !== proof && entered !== 'support';
    },
  },
];
