import { loadDemo } from '../../scripts/demo/load.ts';
import { startWorld } from '../../server/test/world.ts';
import { allInvariants } from '../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../server/src/domains/ledger/index.ts';
import type { PersonOverrides } from '../../server/test/user.ts';

// A product of its own for the browser tests, in a process of its own: Playwright compiles its tests differently.

export type Ask =
  | { do: 'user'; overrides: PersonOverrides }
  | { do: 'demo' }
  | { do: 'verify' }
  | { do: 'advance'; ms: number }
  | { do: 'close' };
export type Told = { id: number; ask: Ask };
export type Answer = { id: number; value: unknown };

const webDist = process.env['FWS_WEB_DIST'];
const world = await startWorld(webDist ? { webDist } : {});

async function answer(ask: Ask): Promise<unknown> {
  switch (ask.do) {
    case 'user': {
      const { id, token, firstName, mobile, email } = await world.user(ask.overrides);
      return { id, token, firstName, mobile, email };
    }
    case 'demo': {
      const { logins } = await loadDemo({
        databaseUrl: world.ownerUrl,
        dataDir: world.dataDir,
        log: () => {},
      });
      await world.drain();
      return logins;
    }
    case 'verify':
      await world.drain();
      return verifyLedger(world.db, allInvariants);
    case 'advance':
      world.clock.advance(ask.ms);
      return null;
    case 'close':
      await world.close();
      return null;
  }
}

async function reply({ id, ask }: Told): Promise<void> {
  const value = await answer(ask);
  process.send?.({ id, value } satisfies Answer);
  if (ask.do === 'close') process.disconnect();
}

process.on('message', (told: Told) => void reply(told));
process.send?.({ id: 0, value: { url: world.url, sandboxUrl: world.sandboxUrl } } satisfies Answer);
