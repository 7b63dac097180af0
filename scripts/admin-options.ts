import { ROLES, type Role } from '../contract/src/platform/permissions.ts';
import { UserError } from './user-error.ts';

const USAGE =
  'Usage: npm run admin -- user@example.in [--role support|finance|admin] [--reset-factor] [--remove]';

export type AdminOptions = { email: string } & (
  | { act: 'grant'; role: Role }
  | { act: 'reset-factor' }
  | { act: 'remove' }
);

export function readAdminOptions(args: string[]): AdminOptions {
  const [email, option, value, ...more] = args;
  if (email === undefined || !email.includes('@') || more.length > 0) throw new UserError(USAGE);
  if (option === undefined) return { email, act: 'grant', role: 'admin' };
  const role = ROLES.find((candidate) => candidate === value);
  if (option === '--role' && role !== undefined) return { email, act: 'grant', role };
  if (option === '--reset-factor' && value === undefined) return { email, act: 'reset-factor' };
  if (option === '--remove' && value === undefined) return { email, act: 'remove' };
  throw new UserError(USAGE);
}
