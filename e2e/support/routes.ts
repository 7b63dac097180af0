import { readFileSync } from 'node:fs';
import path from 'node:path';

const web = path.join(import.meta.dirname, '../../web/src');
const read = (file: string): string => readFileSync(path.join(web, file), 'utf8');

/**
 * The routes as the router's table writes them: "postJob", "job", and "/connect-detail" for one without a name. Without
 * the design page, which is not in this build.
 */
export const appRoutes: ReadonlySet<string> = new Set(
  ['app/routes.tsx', 'app/firstRoutes.tsx'].flatMap((file) =>
    [...read(file).matchAll(/path: (?:paths\.pattern\(paths\.(\w+)\)|paths\.(\w+)\(\)|'(\/[a-z]\S*)')/g)].map(
      ([, pattern, plain, literal]) => pattern ?? plain ?? literal ?? '',
    ),
  ),
);
