import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_ROLE, QUEUE_ROLE } from '../server/src/platform/db/roles.ts';
import { createPassword } from './embedded-postgres/settings.ts';
import type { StartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

/** The three logins of one database: the owner, who migrates it, the application and the queue. */
export type DatabaseUrls = { ownerUrl: string; appUrl: string; queueUrl: string };

type DatabaseUrlSettings = Pick<StartConfig, 'databaseUrl' | 'queueUrl' | 'migrationUrl' | 'dataDir'>;

/**
 * Returns the logins of the configured server; undefined when none is configured. `DATABASE_URL` alone is the owner's
 * login, for development: the other two are created with passwords stored in the data folder.
 */
export async function findServerUrls(settings: DatabaseUrlSettings): Promise<DatabaseUrls | undefined> {
  const { databaseUrl, queueUrl, migrationUrl, dataDir } = settings;
  if (databaseUrl !== undefined && queueUrl !== undefined && migrationUrl !== undefined)
    return { ownerUrl: migrationUrl, appUrl: databaseUrl, queueUrl };
  if (queueUrl !== undefined || migrationUrl !== undefined)
    throw new UserError(
      'DATABASE_URL, QUEUE_URL and MIGRATION_URL go together; or DATABASE_URL alone, with the login of the owner.',
    );
  if (databaseUrl === undefined) return undefined;
  if (isProductLogin(databaseUrl))
    throw new UserError(
      `DATABASE_URL logs in as ${APP_ROLE}, which cannot migrate: set MIGRATION_URL and QUEUE_URL too.`,
    );
  return addLogins(databaseUrl, (await readPasswords(dataDir)) ?? (await createPasswords(dataDir)));
}

/** Returns the application's login of the configured server, for commands beside a running product. */
export async function findServerAppUrl(settings: DatabaseUrlSettings): Promise<string | undefined> {
  const { databaseUrl, queueUrl, migrationUrl, dataDir } = settings;
  if (databaseUrl === undefined || queueUrl !== undefined || migrationUrl !== undefined) return databaseUrl;
  if (isProductLogin(databaseUrl)) return databaseUrl;
  const passwords = await readPasswords(dataDir);
  if (passwords === undefined)
    throw new UserError(
      `DATABASE_URL is not the login of ${APP_ROLE}, and ${dataDir} contains none: set that login, or run npm start first.`,
    );
  return addLogins(databaseUrl, passwords).appUrl;
}

/** Returns the owner's login of the configured server, for commands that change the schema. */
export function findServerOwnerUrl({ databaseUrl, migrationUrl }: DatabaseUrlSettings): string | undefined {
  if (migrationUrl !== undefined) return migrationUrl;
  if (databaseUrl !== undefined && isProductLogin(databaseUrl))
    throw new UserError(`DATABASE_URL logs in as ${APP_ROLE}, which may not do this: set MIGRATION_URL too.`);
  return databaseUrl;
}

const isProductLogin = (url: string): boolean => new URL(url).username === APP_ROLE;

type Passwords = { appPassword: string; queuePassword: string };

function addLogins(ownerUrl: string, { appPassword, queuePassword }: Passwords): DatabaseUrls {
  const buildLoginUrl = (username: string, password: string) =>
    Object.assign(new URL(ownerUrl), { username, password }).href;
  return {
    ownerUrl,
    appUrl: buildLoginUrl(APP_ROLE, appPassword),
    queueUrl: buildLoginUrl(QUEUE_ROLE, queuePassword),
  };
}

const getLoginsFile = (dataDir: string) => join(dataDir, 'logins.json');

async function readPasswords(dataDir: string): Promise<Passwords | undefined> {
  const text = await readFile(getLoginsFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new UserError(
      `Cannot read ${getLoginsFile(dataDir)} (${error.code}): run as its owner, or set DATA_DIR.`,
    );
  });
  return text === undefined ? undefined : (JSON.parse(text) as Passwords);
}

/** Writes a draft and links it into place: when two starts run at once, both use the file that came first. */
async function createPasswords(dataDir: string): Promise<Passwords> {
  const passwords: Passwords = { appPassword: createPassword(), queuePassword: createPassword() };
  const draft = `${getLoginsFile(dataDir)}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, getLoginsFile(dataDir));
    return passwords;
  } catch {
    return (await readPasswords(dataDir)) ?? passwords;
  } finally {
    await rm(draft);
  }
}
