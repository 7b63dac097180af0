import { ROLES, type Role } from '../contract/src/platform/permissions.ts';
import { appoint, dismiss, resetFactor, userByEmail } from '../server/src/domains/admin/index.ts';
import { createDb, createPool, type Db } from '../server/src/platform/db/index.ts';
import { serverAppUrl } from './database-urls.ts';
import { runningDatabase } from './embedded-postgres/index.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

const USAGE =
  'Usage: npm run admin -- user@example.in [--role support|finance|admin] [--reset-factor] [--remove]';

// npm run admin -- user@example.in: makes a registered user one of FWS's own people.
await runProgram(async (life) => {
  const { email, act } = readArguments(process.argv.slice(2));
  const config = readStartConfig(process.env, []);
  const url = (await serverAppUrl(config)) ?? (await runningDatabase(config.dataDir))?.appUrl;
  if (url === undefined)
    throw new UserError(`No database runs in ${config.dataDir}: start the product first with npm start.`);
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-admin' }));
  life.onEnd(() => db.destroy());
  const userId = await userByEmail(db, email);
  if (userId === null) throw new UserError(`Nobody is registered as ${email}: please register first.`);
  console.log(await act(db, userId, email));
  return 0;
});

type Act = (db: Db, userId: number, email: string) => Promise<string>;

function readArguments(args: string[]): { email: string; act: Act } {
  const [email, option, value, ...more] = args;
  if (email === undefined || !email.includes('@') || more.length > 0) throw new UserError(USAGE);
  if (option === undefined) return { email, act: appointAs('admin') };
  if (option === '--role' && isRole(value)) return { email, act: appointAs(value) };
  if (option === '--reset-factor' && value === undefined) return { email, act: forgetFactor };
  if (option === '--remove' && value === undefined) return { email, act: remove };
  throw new UserError(USAGE);
}

const isRole = (text: string | undefined): text is Role => ROLES.some((role) => role === text);

const appointAs =
  (role: Role): Act =>
  async (db, userId, email) => {
    await appoint(db, userId, role, new Date());
    return `${email} is ${role} now: log in, open /admin and set up the second factor.`;
  };

const forgetFactor: Act = async (db, userId, email) => {
  if (!(await resetFactor(db, userId, new Date()))) throw new UserError(`${email} is no admin.`);
  return `${email} sets up the second factor anew at /admin.`;
};

const remove: Act = async (db, userId, email) => {
  if (!(await dismiss(db, userId, new Date()))) throw new UserError(`${email} is no admin.`);
  return `${email} is no admin any more.`;
};
