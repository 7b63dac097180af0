import { once } from 'node:events';
import { startDatabase } from '../index.ts';

// A program with a database, which the tests kill: FOLDER [durable|throwaway] [UID]
const [folder = '', kind = 'durable', uid] = process.argv.slice(2);
if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(uid));
  process.setuid?.(Number(uid));
}
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
process.stdin.resume().once('end', () => process.exit(1)); // the tests were interrupted
const database = await startDatabase({ dataDir: folder, durable: kind === 'durable', log: console.error });
console.log(database.ownerUrl);
await stopped;
await database.stop();
process.stdin.destroy();
