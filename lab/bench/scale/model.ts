import { calculateCost, type CostItem } from './cost.ts';
import { readInputs, type Inputs } from './inputs.ts';
import { calculateLimits, type Limit } from './limits.ts';
import { calculateLoad, type Load } from './load.ts';
import { calculateMachines, type Machines } from './machines.ts';
import { calculateStorage, type Storage } from './storage.ts';

// How FWS serves many people: from what they do in a day to machines, rupees and limits. Pure arithmetic; `inputs.ts` says
// where each number comes from, and docs/scale.md shows the results.

export interface Model {
  inputs: Inputs;
  load: Load;
  storage: Storage;
  machines: Machines;
  cost: CostItem[];
  limits: Limit[];
}

export function calculateModel(changed: Partial<Inputs> = {}): Model {
  const inputs = readInputs(changed);
  const load = calculateLoad(inputs);
  const storage = calculateStorage(inputs, load);
  const machines = calculateMachines(inputs, load, storage);
  const cost = calculateCost(inputs, load, storage, machines);
  return { inputs, load, storage, machines, cost, limits: calculateLimits(inputs, load, storage, machines) };
}

/** Jobs and entries grow with people; everything else of the inputs stays. */
export function calculateModelForPeople(people: number): Model {
  const { people: target, jobs, entries } = readInputs();
  const factor = people / target;
  return calculateModel({ people, jobs: jobs * factor, entries: entries * factor });
}
