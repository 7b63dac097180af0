/** How a documented command is run, as small as possible, or the test that already runs its program. */
export type CommandRun = { command: string; options: readonly string[] } & (
  | {
      /** The arguments as a shell passes them. */
      args: readonly string[];
      env?: (places: Places) => Record<string, string>;
      /** The output on success. */
      expectedOutput: RegExp;
      /** The output where this machine does not support it. */
      allowedFailure?: RegExp;
    }
  | { coveredBy: { file: string; test: string } }
);

interface Places {
  /** A migrated database with a user for each form of `npm run admin`. */
  databaseUrl: string;
  dataDir: string;
  sandboxPort: string;
}

const toDatabaseEnv = ({ databaseUrl, dataDir, sandboxPort }: Places) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SANDBOX_PORT: sandboxPort,
});

const coverInProductionTest = (test: string) => ({ file: 'scripts/production.test.ts', test });
const trial = coverInProductionTest('a trial runs from an empty database to a clean end of each process');
/** Nothing listens at this address. */
const buildRegistryEnv = () => ({ npm_config_registry: 'http://127.0.0.1:1/' });
const DONE = /violations +0\n/;

function buildProofRun(name: string, args: string): CommandRun {
  const options = args.split(' ').filter((arg) => arg.startsWith('--'));
  return { command: `prove:${name}`, options, args: args.split(' '), expectedOutput: DONE };
}

const buildAdminRun = (expectedText: string, email: string, ...args: string[]): CommandRun => ({
  command: 'admin',
  options: args.filter((arg) => arg.startsWith('--')),
  args: [email, ...args],
  env: toDatabaseEnv,
  expectedOutput: new RegExp(`^${email} ${expectedText}`),
});

export const COMMAND_RUNS: readonly CommandRun[] = [
  {
    command: 'start',
    options: [],
    coveredBy: {
      file: 'scripts/start.test.ts',
      test: 'serves app and sandbox with demo data, and stops completely with the shell that npm put between',
    },
  },
  { command: 'migrate', options: ['--before-deployment'], coveredBy: trial },
  {
    command: 'new:domain',
    options: [],
    coveredBy: {
      file: 'scripts/new-domain/create.test.ts',
      test: 'the skeleton of a domain passes the type checker and the boundaries',
    },
  },
  {
    command: 'schema',
    options: [],
    args: [],
    expectedOutput: /^server\/schema\.sql was up to date\.\n$/,
  },
  {
    command: 'distribute',
    options: ['--shards'],
    args: ['--shards', '8'],
    env: ({ databaseUrl }) => ({ MIGRATION_URL: databaseUrl }),
    expectedOutput: /^This database has no Citus/,
    allowedFailure: /^This database has no Citus/,
  },
  { command: 'web', options: [], coveredBy: trial },
  { command: 'worker', options: [], coveredBy: trial },
  { command: 'sandbox', options: [], coveredBy: trial },
  {
    command: 'vapid',
    options: [],
    args: [],
    expectedOutput: /^VAPID_PUBLIC_KEY=B[\w-]{86}\nVAPID_PRIVATE_KEY=[\w-]{43}\n$/,
  },
  {
    command: 'dev',
    options: [],
    coveredBy: {
      file: 'scripts/commands.test.ts',
      test: 'npm run dev serves web, API and sandbox, and ends with all of them',
    },
  },
  {
    command: 'test',
    options: [],
    args: ['unit', 'contract/src/platform/money.test.ts'],
    expectedOutput: /\n\d+ passed, 0 failed\n$/,
  },
  {
    command: 'test',
    options: ['--at'],
    args: ['--at', '2028-02-29T06:30Z', 'unit', 'contract/src/platform/money.test.ts'],
    expectedOutput: /Start at [^\n]*06:30:[^]*\n\d+ passed, 0 failed\n$|^--at needs libfaketime/,
    allowedFailure: /^--at needs libfaketime/,
  },
  { command: 'check', options: [], args: ['boundaries'], expectedOutput: /^boundaries: ok/ },
  {
    command: 'format',
    options: ['--check'],
    args: ['--check', 'package.json'],
    expectedOutput: /correct format/,
  },
  { command: 'build', options: [], args: [], expectedOutput: /^Web app … ready[^\n]*\nServer … ready/ },
  {
    command: 'audit:lock',
    options: [],
    args: [],
    env: buildRegistryEnv,
    expectedOutput: /^Advisories were not checked: /,
  },
  buildAdminRun('now has the role admin: ', 'appointed@fws.in'),
  buildAdminRun('now has the role support: ', 'supporter@fws.in', '--role', 'support'),
  buildAdminRun('can set up a new second factor', 'forgetful@fws.in', '--reset-factor'),
  buildAdminRun('is no longer an admin', 'removed@fws.in', '--remove'),
  {
    command: 'fees',
    options: ['--from', '--platform', '--gst', '--tds', '--welfare', '--welfare-cap', '--reason'],
    args: '--from 2099-12-01 --platform 5 --gst 18 --tds 0.1 --welfare 1 --welfare-cap 50 --reason test'.split(
      ' ',
    ),
    env: toDatabaseEnv,
    expectedOutput:
      /^from 2099-12-01 · platform 5% and GST 18% on it · TDS 0.1% · welfare 1% up to ₹50 · .*: test\n$/,
  },
  {
    command: 'cash-out',
    options: [],
    args: [],
    env: toDatabaseEnv,
    expectedOutput:
      /^a fresh account may fund ₹50,000 in 24 hours\n[^]*two fresh accounts cash out in 7 days: .* ₹0 by card\ntwo fresh accounts cash out in 30 days: .*\n$/,
  },
  {
    command: 'message:texts',
    options: [],
    args: [],
    expectedOutput:
      /"template": "payment_released",\n +"locale": "hi",\n +"sms": "FWS: \{#var#\} के \{#var#\}/,
  },
  {
    command: 'search:rebuild',
    options: [],
    args: [],
    env: toDatabaseEnv,
    expectedOutput: /^Indexed \d+ open jobs\.\n$/,
  },
  {
    command: 'archive',
    options: ['--table', '--before', '--verify'],
    coveredBy: { file: 'scripts/archive.test.ts', test: 'lists, archives, verifies and restores a month' },
  },
  {
    command: 'archive:restore',
    options: [],
    coveredBy: { file: 'scripts/archive.test.ts', test: 'lists, archives, verifies and restores a month' },
  },
  {
    command: 'files:move',
    options: [],
    args: [],
    env: (places) => ({ ...toDatabaseEnv(places), FILES: 'bucket-then-folder' }),
    expectedOutput:
      /^Copying from .*\nCopied and verified 0 files \(0\.0 MB\); .*\nEvery file of the folder is in the bucket\.\n$/,
  },
  {
    command: 'restored',
    options: ['--until'],
    args: ['--until', '2020-01-02T03:04:05Z'],
    env: toDatabaseEnv,
    expectedOutput: /^Restored to 2020-01-02T03:04:05\.000Z: payouts are paused from now on\.\nNext:\n/,
  },
  {
    command: 'ledger:verify',
    options: [],
    coveredBy: {
      file: 'scripts/ledger-verify.test.ts',
      test: 'says that every invariant holds, then which one does not',
    },
  },
  {
    command: 'ledger:verify',
    options: ['--provider', '--days', '--limit', '--statement'],
    args: ['--provider', '--days', '1', '--limit', '5', '--statement', 'scripts/testing/statement.csv'],
    env: toDatabaseEnv,
    expectedOutput: /\nagrees with cashfree and razorpay since .*: 0 orders/,
  },
  {
    command: 'ledger:verify',
    options: ['--entry'],
    coveredBy: {
      file: 'scripts/ledger-verify.test.ts',
      test: 'prints a proof that a sealed day contains an entry',
    },
  },
  {
    command: 'bench',
    options: ['--small'],
    args: ['night', '--small'],
    expectedOutput: /\nnight, large ledger \/ small ledger .* at most 1\.3 +(?:not )?met\n$/,
  },
  {
    command: 'bench:jobs-list',
    options: ['--jobs', '--rounds', '--cases', '--answers'],
    args: '--jobs 500 --rounds 1 --cases 1 --answers 16'.split(' '),
    expectedOutput: /\nlatest .* a second/,
  },
  {
    command: 'bench:release',
    options: ['--rounds', '--releases'],
    args: ['--rounds', '1', '--releases', '5'],
    expectedOutput: /\nhttp +\d+ a second/,
  },
  {
    command: 'bench:profile',
    options: ['--requests', '--clients', '--top'],
    args: ['--requests', '4', '--clients', '2', '--top', '3'],
    expectedOutput: /\nlogin: .* of processor time/,
  },
  {
    command: 'bench:night',
    options: ['--entries', '--day', '--rounds', '--load-only'],
    args: ['--entries', '400', '--day', '40', '--rounds', '1', '--load-only'],
    expectedOutput: /(?:^|\n)Loaded\.\n$/,
  },
  {
    command: 'bench:growth',
    options: ['--jobs', '--requests'],
    args: ['--jobs', '400', '--requests', '2'],
    expectedOutput: /\nrelease +\d+\.\d\d +1\.00\n[^]*\nall tables /,
  },
  {
    command: 'bench:growth',
    options: ['--load-only'],
    args: ['--jobs', '400', '--load-only'],
    expectedOutput: /\nLoaded\.\n$/,
  },
  {
    command: 'bench:scale',
    options: ['--check'],
    args: ['--check'],
    expectedOutput: /docs\/scale\.md has what the model and the simulation say\.\n$/,
  },
  {
    command: 'bench:scale',
    options: ['--calibrate', '--tasks'],
    args: ['--calibrate', '--tasks', '40'],
    expectedOutput: /\| 40 tasks, one worker, 4 at once \|/,
  },
  {
    command: 'bench:scale',
    options: ['--write'],
    coveredBy: { file: 'lab/bench/scale/model.test.ts', test: 'writes tables into the page, and only there' },
  },
  // It installs programs from npm, which takes minutes and disk.
  {
    command: 'bench:peers',
    options: ['--products', '--rounds', '--seconds', '--prepare-only'],
    coveredBy: { file: 'lab/bench/peers/peers.test.ts', test: 'measures both peers unless some are named' },
  },
  {
    command: 'bench:contacts',
    options: ['--samples'],
    args: ['--samples', '1'],
    expectedOutput: /\n20000 characters compared with 10000, worst ratio \d+\.\d\d \(at most 2\.5\)\n$/,
  },
  {
    command: 'bench:pages',
    options: ['--seconds', '--rate'],
    args: ['--seconds', '1', '--rate', '20'],
    expectedOutput:
      /(?:^|\n)pages +\d+ a second of 20, .*\nhealth check +median .*\npages at most +\d+ a second, /,
  },
  {
    command: 'bench:streams',
    options: ['--streams', '--seconds'],
    args: ['--streams', '20', '--seconds', '1'],
    expectedOutput: /(?:^|\n)20 streams in one process, .*\nresident memory of a stream /,
  },
  {
    command: 'bench:search',
    options: ['--jobs', '--questions', '--rounds'],
    args: ['--jobs', '500', '--questions', '5', '--rounds', '2'],
    expectedOutput: /\nall +median +\S+ ms +95th percentile .* \(55 searches\)\n/,
  },
  {
    command: 'bench:budgets',
    options: ['--runs', '--bytes-only', '--landing-only'],
    args: ['--landing-only', '--bytes-only', '--runs', '1'],
    expectedOutput: /Landing: in all .* ok\nAll within budget\.\n$/,
  },
  {
    // Without times there is nothing to measure, so it only starts and ends.
    command: 'bench:budgets',
    options: ['--screens-only', '--bytes-only', '--screen', '--explain', '--http1'],
    args: ['--screens-only', '--bytes-only', '--screen', '/payment', '--explain', '--http1'],
    expectedOutput: /\nAll within budget\.\n$/,
  },
  buildProofRun('storm', '--runs 20 --minutes 1 --seed 1'),
  buildProofRun('races', '--runs 1 --part 1/48 --minutes 1 --seed 1'),
  buildProofRun('wire', 'user_login --part 1/2 --sample 2 --minutes 8 --seed 2'),
  buildProofRun('mutants', 'quotes/model --at-once 1 --seed 1 --every'),
  // Expensive even when small: server/test/processes/crash.test.ts and lab/prove/*.test.ts cover what they prove;
  // prove:pooler needs PgBouncer, prove:deploy the proxies, prove:cluster Patroni.
  buildProofRun('endings', '--runs 50 --seed 1'),
  buildProofRun('quotes', '--rules 2000 --runs 30 --minutes 5 --seed 1'),
  buildProofRun('reports', '--runs 50 --seed 1'),
  // The search for slow texts asserts times, which a busy machine changes.
  buildProofRun('contacts', '--seconds 0 --seed 1'),
  buildProofRun('conversations', '--streams 10 --rate 5 --seconds 0 --every 60 --seed 1'),
  buildProofRun('model', '--runs 0 --lanes 1 --minutes 1 --seed 1'),
  buildProofRun('network', '--runs 0 --seed 1'),
  buildProofRun('offline', '--runs 0 --seed 1'),
  buildProofRun('citus', '--runs 0 --minutes 1 --seed 1'),
  buildProofRun('pooler', '--runs 0 --seed 1'),
  buildProofRun('deploy', '--runs 0 --seed 1'),
  buildProofRun('cluster', '--runs 0 --minutes 1 --part 1/2 --from HEAD --seed 1'),
  buildProofRun('crash', '--runs 0 --apart --database --minutes 1 --seed 1'),
  buildProofRun('restore', '--runs 0 --seed 1'),
  buildProofRun('outage', '--seconds 0 --silent --seed 1'),
  buildProofRun('messages', '--runs 0 --minutes 1 --seed 1'),
  {
    command: 'prove:outage',
    options: ['--seconds', '--disk'],
    args: ['--seconds', '0', '--disk'],
    expectedOutput: /violations +0\n|A full disk cannot be tried here/,
    allowedFailure: /cannot be tried here/,
  },
];
