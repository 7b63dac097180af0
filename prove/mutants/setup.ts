import { configureGlobal } from 'fast-check';

// The same examples for every mutant, so that none is killed by luck; the first that fails is enough.
configureGlobal({ seed: Number(process.env['MUTANTS_SEED']), endOnFailure: true });
