import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';

/** Something that happens to one node, and how it ends. */
export interface Fault {
  node: Node;
  /** A variant, where there are several. */
  detail: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

export interface Scenario {
  name: string;
  /** Another node must become primary meanwhile. */
  failsOver: boolean;
  prepare(cluster: Cluster, run: number): Promise<Fault>;
}

type Role = 'leader' | 'sync_standby';
const ROLES: readonly (readonly [name: string, role: Role])[] = [
  ['primary', 'leader'],
  ['synchronous standby', 'sync_standby'],
];

const KILLED: readonly (readonly ('postgres' | 'patroni')[])[] = [
  ['postgres', 'patroni'],
  ['postgres'],
  ['patroni'],
];
const SUSPENDED = ['machine', 'postgres'] as const;

function kill(node: Node, run: number): Fault {
  const parts = KILLED[run % KILLED.length] ?? ['postgres'];
  return {
    node,
    detail: parts.join(' and '),
    begin: async () => {
      // Patroni first: it would notice the end of PostgreSQL.
      for (const part of parts.toReversed()) await node.kill(part);
    },
    // As its supervisor does.
    end: () => (parts.includes('patroni') ? node.startPatroni() : undefined),
  };
}

function suspend(node: Node, run: number): Fault {
  const what = SUSPENDED[run % SUSPENDED.length] ?? 'machine';
  return { node, detail: what, begin: () => node.suspend(what), end: () => node.resume(what) };
}

const cutOff = (node: Node): Fault => ({
  node,
  detail: '',
  begin: () => node.machine.cutOff(),
  end: () => node.machine.reconnect(),
});

const slowDown = (node: Node): Fault => ({
  node,
  detail: '',
  begin: () => node.machine.slowDown(),
  end: () => node.machine.speedUp(),
});

const loseEtcd = (node: Node): Fault => ({
  node,
  detail: '',
  begin: () => node.kill('etcd'),
  end: () => node.startEtcd(),
});

const FAULTS: readonly (readonly [name: string, create: (node: Node, run: number) => Fault])[] = [
  ['killed', kill],
  ['stopped', suspend],
  ['cut off', cutOff],
  ['slowed', slowDown],
];

/** In the order in which several processes share them. */
export const SCENARIOS: readonly Scenario[] = [
  ...ROLES.flatMap(([name, role]) =>
    FAULTS.map(([happened, create]) => ({
      name: `${name} ${happened}`,
      failsOver: role === 'leader' && happened !== 'slowed',
      prepare: async (cluster: Cluster, run: number) => create(await cluster.findNode(role), run),
    })),
  ),
  ...[true, false].map((leads) => ({
    name: leads ? 'leader of etcd lost' : 'member of etcd lost',
    failsOver: false,
    prepare: async (cluster: Cluster) => loseEtcd(await cluster.findEtcd(leads)),
  })),
];
