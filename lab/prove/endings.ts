import { ADMIN_MINUTES, HABITS, simulate } from './endings/simulation.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Runs jobs through the product's rules, with people who cancel, propose, answer, refuse and keep silent, and prints how many
// disputes and minutes of an admin the rules make.
// npm run prove:endings -- [--runs JOBS]

await runProof('endings', { database: 'none', flags: ['runs'] }, async ({ args, seed }) => {
  const jobs = parseNumberFlag(args, 'runs', 1_000);
  const { disputes, faults, adminMinutes, ...result } = await Promise.resolve(simulate(jobs, seed));
  return {
    figures: {
      jobs: result.jobs,
      cancelled: result.cancelled,
      'splits agreed': result.agreed,
      'proposals that stood unanswered': result.stood,
      'disputes raised by a party': disputes.party,
      'disputes after a refused split': disputes.refused_split,
      'disputes after three days': disputes.late_split,
      'admin minutes': adminMinutes,
      'admin minutes a thousand jobs': Math.round((adminMinutes * 1_000) / result.jobs),
      assumptions: `${JSON.stringify(HABITS)} ${JSON.stringify(ADMIN_MINUTES)}`,
    },
    violations: faults,
  };
});
