import type { Comparing } from './findings.ts';

/** What one provider lists of one kind, page by page, and then what our books have and the list has not. */
export abstract class ListComparison<Gateway> {
  /** The ids of what was looked at, each once. */
  protected readonly seen = new Set<string>();
  protected readonly context: Comparing;
  protected readonly gateway: Gateway;

  constructor(context: Comparing, gateway: Gateway) {
    this.context = context;
    this.gateway = gateway;
  }

  get checked(): number {
    return this.seen.size;
  }
}
