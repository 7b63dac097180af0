import { readFileSync } from 'node:fs';
import path from 'node:path';

const web = path.join(import.meta.dirname, '../../web/src');
const read = (file: string): string => readFileSync(path.join(web, file), 'utf8');

/**
 * The routes as the router's table writes them: "postJob", "job", and "/connect-detail" for one without a name. Without
 * the design page, which is not in this build.
 */
export const appRoutes: ReadonlySet<string> = new Set(
  ['app/routes.tsx', 'app/payoutRoutes.tsx', 'app/firstRoutes.tsx'].flatMap((file) =>
    [
      ...read(file).matchAll(
        /path: (?:(?:`\$\{)?paths\.pattern\(paths\.(\w+)\)|paths\.(\w+)\(\)|'(\/[a-z]\S*)')/g,
      ),
    ].map(([, pattern, plain, literal]) => pattern ?? plain ?? literal ?? ''),
  ),
);

/** Screens of the admin area whose address needs nothing but their name. */
export const adminScreens = [
  'users',
  'ledger',
  'txns',
  'checks',
  'restore',
  'categories',
  'samples',
  'addresses',
  'enquiries',
  'settings',
  'health',
  'audit',
] as const;

/** The routes of the admin area: "users", "/admin/users/:id", and "records/:id" for a record of each kind. */
export const adminRoutes: ReadonlySet<string> = new Set(
  [
    ...read('domains/admin/shell/AdminApp.tsx').matchAll(
      /path=(?:"([^"]+)"|\{adminPaths\.(\w+)\(\w*\)\}|\{`\$\{adminPaths\.(\w+)\(\w*\)\}([^`]*)`\})/g,
    ),
  ].map(([, literal, plain, base, rest]) => literal ?? plain ?? `${base}${rest}`),
);
