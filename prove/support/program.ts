import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase, startDatabase } from '../../scripts/embedded-postgres/index.ts';
import { runProgram } from '../../scripts/program.ts';
import { parseNumberFlag, refuseUnknownFlags } from './numbers.ts';

export interface Verdict {
  /** What was measured, by name. */
  figures: Record<string, string | number>;
  /** Each is printed; one is enough to fail. */
  violations: readonly string[];
}

export interface ProofContext {
  args: readonly string[];
  seed: number;
  signal: AbortSignal;
  /** Stops and starts the proof's own database. */
  database: { goAway(): Promise<void>; comeBack(): Promise<void> };
}

const MAX_PRINTED = 20;

/** Runs a proof as a command: prints its seed, then its figures. A violation gives exit code 1. */
export async function runProof(
  name: string,
  { database, flags }: { database: 'fast' | 'durable' | 'none'; flags: readonly string[] },
  prove: (context: ProofContext) => Promise<Verdict>,
  /** Where its database is created. */
  databaseFolder = tmpdir(),
): Promise<never> {
  return runProgram(async (life) => {
    const args = process.argv.slice(2);
    refuseUnknownFlags(args, ['seed', ...flags]);
    const seed = parseNumberFlag(args, 'seed', Math.floor(Math.random() * 2 ** 31));
    console.log(`prove:${name} --seed ${seed}`);
    let databaseSwitch: ProofContext['database'] = { goAway: refuseDatabase, comeBack: refuseDatabase };
    // With --runs 0 or --seconds 0 the program only reads its options and proves nothing, which a test uses.
    const isEmpty = [parseNumberFlag(args, 'runs', 1), parseNumberFlag(args, 'seconds', 1)].includes(0);
    // A proof that stops and starts its database needs its own.
    const isGiven = database === 'fast' && process.env['TEST_DATABASE_URL'] !== undefined;
    if (database !== 'none' && !isGiven && !isEmpty) {
      const dataDir = await mkdtemp(join(databaseFolder, 'fws-prove-'));
      await chmod(dataDir, 0o711); // started by root, the database runs under another account, which needs access
      life.onEnd(() => rm(dataDir, { recursive: true, force: true }));
      const port = 40_000 + Math.floor(Math.random() * 5000);
      const start = () => startDatabase({ dataDir, port, durable: database === 'durable', log: () => {} });
      let server = await start();
      life.onEnd(() => removeDatabase(dataDir));
      life.onEnd(() => server.stop());
      process.env['TEST_DATABASE_URL'] = server.ownerUrl;
      databaseSwitch = {
        goAway: () => server.stop(),
        comeBack: async () => {
          const { port: before } = server;
          server = await start();
          if (server.port !== before) throw new Error('another process took the port of the database');
        },
      };
    }
    const started = performance.now();
    const { figures, violations } = isEmpty
      ? { figures: {}, violations: [] }
      : await prove({ args, seed, signal: life.signal, database: databaseSwitch });
    const seconds = Math.round((performance.now() - started) / 1000);
    for (const [figure, value] of Object.entries({ ...figures, seconds, violations: violations.length }))
      console.log(`${figure.padEnd(44)} ${value}`);
    for (const violation of violations.slice(0, MAX_PRINTED)) console.error(`\nVIOLATION ${violation}`);
    return violations.length === 0 ? 0 : 1;
  });
}

const refuseDatabase = () => Promise.reject(new Error('this proof has no database of its own'));
