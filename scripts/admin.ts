import { grantRole, revokeRole, resetFactor, findUserIdByEmail } from '../server/src/domains/admin/index.ts';
import { createDb, createPool, type Db } from '../server/src/platform/db/index.ts';
import { readAdminOptions, type AdminOptions } from './admin-options.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase } from './embedded-postgres/index.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

// npm run admin -- user@example.in: grants a registered user an admin role.
await runProgram(async (life) => {
  const options = readAdminOptions(process.argv.slice(2));
  const config = readStartConfig(process.env, []);
  const url = (await findServerAppUrl(config)) ?? (await findRunningDatabase(config.dataDir))?.appUrl;
  if (url === undefined)
    throw new UserError(`No database runs in ${config.dataDir}: start the product first with npm start.`);
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-admin' }));
  life.onEnd(() => db.destroy());
  console.log(await applyChange(db, options));
  return 0;
});

async function applyChange(db: Db, options: AdminOptions): Promise<string> {
  const { email, act } = options;
  const now = new Date();
  const userId = await findUserIdByEmail(db, email);
  if (userId === null) throw new UserError(`No user is registered as ${email}: register first.`);
  if (act === 'grant') {
    await grantRole(db, userId, options.role, now);
    return `${email} now has the role ${options.role}: log in, open /admin and set up the second factor.`;
  }
  const change = act === 'remove' ? revokeRole : resetFactor;
  if (!(await change(db, userId, now))) throw new UserError(`${email} is not an admin.`);
  return act === 'remove'
    ? `${email} is no longer an admin.`
    : `${email} can set up a new second factor at /admin.`;
}
