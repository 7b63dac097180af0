import type { NodeProfile } from './node-profile.ts';
import type { StatementCost } from './statements.ts';

/** What a number of requests cost. */
export interface Profile {
  name: string;
  requests: number;
  serverCpuMs: number;
  databaseCpuMs: number;
  node: NodeProfile;
  statements: readonly StatementCost[];
}

const TEXT_LENGTH = 100;

export function formatProfile(profile: Profile, top: number): string {
  const { name, requests, serverCpuMs, databaseCpuMs, node, statements } = profile;
  const perRequest = (value: number, digits = 0): string => (value / requests).toFixed(digits);
  const topLevel = statements.filter(({ isTopLevel }) => isTopLevel);
  const sum = (list: readonly StatementCost[], get: (statement: StatementCost) => number): number =>
    list.reduce((total, statement) => total + get(statement), 0);
  const allNodeUs = Object.values(node.byPackage).reduce((total, us) => total + us, 0);
  const formatShares = (sums: Record<string, number>): string[] =>
    Object.entries(sums)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, top)
      .map(
        ([label, us]) =>
          `  ${perRequest(us).padStart(6)} µs ${((100 * us) / allNodeUs).toFixed(0).padStart(3)}%  ${label}`,
      );
  return [
    `${name}: ${perRequest(serverCpuMs + databaseCpuMs, 2)} ms of processor time, server ${perRequest(serverCpuMs, 2)}, ` +
      `PostgreSQL ${perRequest(databaseCpuMs, 2)}; ${perRequest(
        sum(topLevel, ({ calls }) => calls),
        1,
      )} statements, ` +
      `${perRequest(sum(topLevel, ({ walBytes }) => walBytes))} bytes of log`,
    ' Server by package',
    ...formatShares(node.byPackage),
    ' Server by function of FWS, with what it calls',
    ...formatShares(node.byFunction),
    ' Server by function of FWS, its own time',
    ...formatShares(node.byOwnTime),
    ' Server by function of Node.js',
    ...formatShares(node.byNodeFunction),
    ' PostgreSQL by statement: time, of it planning, executions, log; indented: inside another',
    ...statements
      .slice(0, 2 * top)
      .map(
        ({ text, isTopLevel, calls, ms, planMs, walBytes }) =>
          `  ${perRequest(ms * 1000).padStart(6)} µs ${perRequest(planMs * 1000).padStart(4)} ` +
          `${perRequest(calls, 1).padStart(5)} times ${perRequest(walBytes).padStart(6)} bytes  ${isTopLevel ? '' : '  '}${shorten(text)}`,
      ),
  ].join('\n');
}

function shorten(text: string): string {
  const line = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH - 1)}…` : line;
}
