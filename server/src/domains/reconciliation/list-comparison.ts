import type { ComparisonContext } from './findings.ts';

/** Compares one provider's list of one kind, page by page, and then our records that the list lacks. */
export abstract class ListComparison<Gateway> {
  /** The ids that were compared, each once. */
  protected readonly seen = new Set<string>();
  protected readonly context: ComparisonContext;
  protected readonly gateway: Gateway;

  constructor(context: ComparisonContext, gateway: Gateway) {
    this.context = context;
    this.gateway = gateway;
  }

  get checked(): number {
    return this.seen.size;
  }
}
