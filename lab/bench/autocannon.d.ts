declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST';
    path?: string;
    headers: Record<string, string>;
    body?: string;
  }
  interface Client {
    /** Repeated in this order. */
    setRequests(requests: Request[]): void;
  }
  interface Options extends Partial<Omit<Request, 'path'>> {
    url: string;
    connections: number;
    /** Called for each connection. */
    setupClient?: (client: Client) => void;
    verifyBody?: (body: string) => boolean;
    /** Seconds, … */
    duration?: number;
    /** … or requests. */
    amount?: number;
    /** Requests a second of all connections together, instead of as many as they can. */
    overallRate?: number;
  }
  interface Result {
    requests: { average: number; total: number };
    /** In milliseconds. */
    latency: { p99: number };
    duration: number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Bodies that were refused. */
    mismatches: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
