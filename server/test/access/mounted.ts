import { composeDeps, composeWeb } from '../../src/compose.ts';
import { domains } from '../../src/domains/index.ts';
import { readConfig } from '../../src/config/index.ts';
import { findFormats } from '../../src/legacy/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import type { World } from '../world.ts';
import type { MountedCall } from './form-fields.ts';

/** Every call that the server mounts. */
export async function listMountedCalls(world: World): Promise<MountedCall[]> {
  const { deps, close } = composeDeps(readConfig(world.config), { log: silentLog });
  const calls = domains.flatMap((domain) => domain.routes?.(deps) ?? []).map((route) => route.call);
  await close();
  return calls;
}

export const getCallNames = (call: MountedCall): string[] => [call.name, ...findFormats(call).aliases];

/** Every route of the server, as "GET /healthz". */
export async function listMountedRoutes(world: World): Promise<string[]> {
  const options = { log: silentLog };
  const { deps, line, close } = composeDeps(readConfig(world.config), options);
  const app = await composeWeb(deps, line, options);
  await app.ready();
  const tree = app.printRoutes({ commonPrefix: false });
  await app.close();
  await close();
  return parseRoutes(tree);
}

/** Fastify prints its routes as a tree whose branches are indented by four characters each. */
function parseRoutes(tree: string): string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const branch = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!branch) return [];
    const [, indent = '', part = '', methods = ''] = branch;
    parts.splice(indent.length / 4, Infinity, part);
    return methods.split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${parts.join('')}`]));
  });
}
