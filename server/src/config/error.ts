/** Missing or invalid settings: one sentence each, printed one per line, without a stack. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: string | readonly string[]) {
    const list = typeof faults === 'string' ? [faults] : faults;
    super(list.join('\n'));
    this.faults = list;
  }
}
