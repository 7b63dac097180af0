/** A setting that is missing or wrong: said in one line, without a stack. */
export class ConfigError extends Error {}
