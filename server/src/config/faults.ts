import { ConfigError } from './error.ts';

/** Collects everything that is wrong with the settings, so that all of it is reported at once. */
export class Faults {
  readonly #sentences = new Map<string, string>();

  /**
   * `reason` follows the setting's name, e.g. "is not set". A setting's first fault hides later ones that it causes.
   */
  add(setting: string, reason: string): void {
    if (!this.#sentences.has(setting)) this.#sentences.set(setting, `${setting} ${reason}`);
  }

  /** For faults that belong to no single setting. */
  addSentences(...sentences: readonly string[]): void {
    for (const sentence of sentences) this.#sentences.set(sentence, sentence);
  }

  /** Runs another part of the check and keeps the faults it throws. */
  collect<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.addSentences(...error.faults);
      return undefined;
    }
  }

  throwIfAny(): void {
    // Two checks may have reported the same setting.
    if (this.#sentences.size > 0) throw new ConfigError([...new Set(this.#sentences.values())]);
  }
}
