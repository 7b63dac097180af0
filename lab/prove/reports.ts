import { CLOCKS, findPeopleNeeded, HABITS, MINUTES, simulate } from './reports/simulation.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// A month of reports through the product's rules of harm and time: how many arrive, how many minutes a case takes, and how
// many people have to be there at every hour so that one of a hundred is late at most.
// npm run prove:reports -- [--runs POSTS_A_DAY]

await runProof('reports', { database: 'none', flags: ['runs'] }, async ({ args, seed }) => {
  const posts = parseNumberFlag(args, 'runs', 2_000);
  const people = findPeopleNeeded(posts, 0.01, seed);
  const month = await Promise.resolve(simulate(posts, { people }, seed));
  return {
    figures: {
      'posts a day': posts,
      'reports a day': Math.round(month.reports / 30),
      'cases a day': Math.round(month.cases / 30),
      'appeals a month': month.appeals,
      'minutes a case': Number((month.minutes / (month.cases + month.appeals)).toFixed(1)),
      'people at every hour': people,
      'busy share of their time': Number(month.busyShare.toFixed(2)),
      late: month.late,
      'longest wait in hours': Number(month.longestWaitHours.toFixed(1)),
      assumptions: `${JSON.stringify(HABITS)} ${JSON.stringify(MINUTES)} hours ${JSON.stringify(CLOCKS)}`,
    },
    violations: [],
  };
});
