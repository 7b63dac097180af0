import { configureGlobal } from 'fast-check';

// Every mutant gets the same examples, so that none is killed by luck. The first failure is enough.
configureGlobal({ seed: Number(process.env['MUTANTS_SEED']), endOnFailure: true });
