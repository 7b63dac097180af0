import { findSourceMap } from 'node:module';
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** A request takes about a millisecond, and each sample costs some microseconds. */
const SAMPLE_EVERY_US = 500;

/** Processor time by what ran, in microseconds. */
export interface NodeProfile {
  /**
   * By package, with what Node.js did for it. "FWS" is the product's own code; "Node.js" is what Node.js did for none of
   * them: receiving, timers, ends of promises.
   */
  byPackage: Record<string, number>;
  /** By function of the product, with everything that it called before its first `await` and after each. */
  byFunction: Record<string, number>;
  /** By function of the product, with what Node.js did for it directly. */
  byOwnTime: Record<string, number>;
  /** By function of Node.js, its own time alone: system calls, mostly. */
  byNodeFunction: Record<string, number>;
}

/** Profiles this process until the returned function is called. */
export async function startProfile(): Promise<() => Promise<NodeProfile>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return summarizeProfile(profile);
  };
}

interface Place {
  /** Null for code of Node.js itself. */
  owner: string | null;
  functionName: string;
}

function summarizeProfile({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): NodeProfile {
  const selfUs = new Map<number, number>();
  for (const [index, id] of samples.entries())
    selfUs.set(id, (selfUs.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const profile: NodeProfile = { byPackage: {}, byFunction: {}, byOwnTime: {}, byNodeFunction: {} };
  const add = (sums: Record<string, number>, name: string, us: number) => {
    sums[name] = (sums[name] ?? 0) + us;
  };
  const visit = (
    node: Profiler.ProfileNode,
    owner: string,
    own: ReadonlySet<string>,
    nearest: string,
  ): void => {
    const place = findPlace(node.callFrame);
    // The profiler itself runs in `startProfile`.
    if (place === 'idle' || place.functionName.startsWith(`${startProfile.name} `)) return;
    const nextOwner = place.owner ?? owner;
    const nextOwn = place.owner === 'FWS' ? new Set(own).add(place.functionName) : own;
    const nextNearest = place.owner === 'FWS' ? place.functionName : nearest;
    const us = selfUs.get(node.id) ?? 0;
    if (us > 0) {
      add(profile.byPackage, nextOwner, us);
      if (nextOwner === 'FWS') add(profile.byOwnTime, nextNearest, us);
      if (place.owner === null) add(profile.byNodeFunction, `${place.functionName} for ${nextOwner}`, us);
      for (const name of nextOwn) add(profile.byFunction, name, us);
    }
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, nextOwner, nextOwn, nextNearest);
    }
  };
  const [root] = nodes;
  if (root) visit(root, 'Node.js', new Set(), '');
  return profile;
}

function findPlace({ functionName, url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']) {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return { owner: 'garbage collection', functionName };
  if (!url.startsWith('file:')) return { owner: null, functionName } satisfies Place;
  // Programs are bundled: their map knows the file that a function comes from.
  const entry = (findSourceMap(url) ?? findSourceMap(fileURLToPath(url)))?.findEntry(
    lineNumber,
    columnNumber,
  );
  const source = entry && 'originalSource' in entry ? entry.originalSource : url;
  const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (packageName !== undefined) return { owner: packageName, functionName } satisfies Place;
  const file = /\/(?:server\/src|contract\/src|bench|scripts)\/.*/.exec(source)?.[0].slice(1) ?? source;
  return {
    owner: 'FWS',
    functionName: `${functionName || 'anonymous'} (${file.replace('server/src/', '')})`,
  } satisfies Place;
}
