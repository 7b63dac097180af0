/** A flag's number: `--runs 5000`. */
export function numberFlag(args: readonly string[], name: string, otherwise: number): number {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(args[at + 1]);
  if (!Number.isSafeInteger(value)) throw new RangeError(`--${name} needs a whole number`);
  return value;
}

export function textFlag(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? undefined : args[at + 1];
}
