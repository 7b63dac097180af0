import type { Mode } from './addresses.ts';
import type { Faults } from './faults.ts';

/** Where clamd listens, in the form of Node's socket options. */
export type ScannerAddress = { host: string; port: number } | { path: string };

interface Surroundings {
  mode: Mode;
  /** The sandbox's port on this machine; null: there is none, or it may not be used. */
  sandboxPort: number | null;
  faults: Faults;
}

/** `FILE_SCANNER`: the scanner of uploads. Null when it is explicitly "none", or unset without a sandbox. */
export function readScanner(
  setting: string | undefined,
  { mode, sandboxPort, faults }: Surroundings,
): ScannerAddress | null {
  if (setting === undefined) {
    if (mode === 'production')
      faults.add(
        'FILE_SCANNER',
        'is not set: where clamd listens (tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl), or "none"',
      );
    return sandboxPort === null ? null : { host: '127.0.0.1', port: sandboxPort };
  }
  if (setting === 'none') return null;
  const path = /^unix:(\/.+)$/.exec(setting)?.[1];
  if (path !== undefined) return { path };
  const tcp = /^tcp:\/\/(?:\[([\da-f:]+)\]|([^\s:/[\]]+)):(\d{1,5})$/i.exec(setting);
  const port = Number(tcp?.[3]);
  if (tcp && port > 0 && port <= 65_535) return { host: tcp[1] ?? tcp[2] ?? '', port };
  faults.add('FILE_SCANNER', 'is wrong: it must be tcp://HOST:PORT, unix:/PATH or none');
  return null;
}
