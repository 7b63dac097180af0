/** Simulated faults of the vendor, for tests. */
export interface Faults {
  webhooks: 'on' | 'off';
  latencyMs: number;
  failNext: FailNext[];
}

export interface FailNext {
  /** Start of the path, for example `/pg/orders`. */
  path: string;
  /** Any method by default. */
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  status: number;
  times: number;
  /** `after`: the work is done, only the answer is lost. */
  when: 'before' | 'after';
}
