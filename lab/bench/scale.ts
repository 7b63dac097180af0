import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../scripts/program.ts';
import { UserError } from '../../scripts/user-error.ts';
import { provideDurableDatabase } from './durable-database.ts';
import { readOptions } from './options.ts';
import { fillPage, formatTable, type Table } from './scale/format.ts';
import { buildSimulationTables, buildTimes, buildValidation } from './scale/simulation-tables.ts';
import { buildModelTables } from './scale/tables.ts';

// What 10 million people need: load, machines, rupees and limits, and a simulation of outbox and queue. Prints the tables of
// docs/scale.md.

// npm run bench:scale -- [--write: into the page] [--check: that the page has them] [--calibrate [--tasks N]: measures what
// the simulation takes from the product, and compares a burst of N tasks with its prediction]

const { write, check, tasks, ...options } = readOptions(process.argv.slice(2), {
  write: false,
  check: false,
  calibrate: false,
  tasks: 5_000,
});
const PAGE = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));

function printTables(tables: readonly Table[]): void {
  for (const table of tables) console.log(`${table.name}\n\n${formatTable(table)}\n`);
}

await runProgram(async (life) => {
  if (options.calibrate) {
    // Imported here, because it is the whole product and the model does not need it.
    const { calibrate } = await import('./scale/calibrate.ts');
    await provideDurableDatabase(life);
    const measured = await calibrate(tasks);
    printTables([buildTimes(measured.times), buildValidation(measured)]);
    return 0;
  }
  const tables = [...buildModelTables(), ...buildSimulationTables()];
  const page = readFileSync(PAGE, 'utf8');
  const filled = fillPage(page, tables);
  if (write) writeFileSync(PAGE, filled);
  else if (check && filled !== page)
    throw new UserError('docs/scale.md differs from the model: npm run bench:scale -- --write');
  if (check) console.log('docs/scale.md has what the model and the simulation say.');
  else printTables(tables);
  return 0;
});
