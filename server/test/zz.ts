import { startTestDatabase } from '../../scripts/testing/database.ts';
import { createTestDatabase } from './database.ts';
import { startWorld } from './world.ts';
const d = await startTestDatabase();
process.env['TEST_DATABASE_URL'] = d.ownerUrl;
const m = async (n: string, f: () => Promise<unknown>) => {
  const c = process.cpuUsage(),
    t = performance.now();
  const r = await f();
  const u = process.cpuUsage(c);
  console.log(n, 'wall', Math.round(performance.now() - t), 'cpu', Math.round((u.user + u.system) / 1000));
  return r as any;
};
await m('template+db', async () => (await createTestDatabase()).close());
for (let i = 0; i < 4; i++) {
  const x = await m('createdb', () => createTestDatabase());
  await m('dropdb', () => x.close());
}
for (let i = 0; i < 6; i++) {
  const w = await m('world', () => startWorld());
  await m('close', () => w.close());
}
await d.stop();
process.exit();
