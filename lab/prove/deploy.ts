import { proveDeploy } from './deploy/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Tests the shipped configuration of nginx, HAProxy and systemd with rolling restarts under load behind each proxy.
// npm run prove:deploy -- [--runs ROUNDS OF RESTARTS]

await runProof('deploy', { database: 'fast', flags: ['runs'] }, ({ args }) =>
  proveDeploy({ rounds: parseNumberFlag(args, 'runs', 2) }),
);
