/** Prints the step's name and how long it took. */
export async function step<T>(name: string, work: (log: (line: string) => void) => Promise<T>): Promise<T> {
  const started = performance.now();
  let onNewLine = false;
  process.stdout.write(`${name} … `);
  const log = (line: string) => {
    process.stdout.write(`${onNewLine ? '' : '\n'}  ${line}\n`);
    onNewLine = true;
  };
  try {
    const result = await work(log);
    console.log(`${onNewLine ? `${name} … ` : ''}ready (${formatSecondsSince(started)})`);
    return result;
  } catch (error) {
    console.log(onNewLine ? `${name} … failed` : 'failed');
    throw error;
  }
}

export const formatSecondsSince = (started: number) =>
  `${((performance.now() - started) / 1000).toFixed(1)} s`;
