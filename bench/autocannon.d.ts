declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body: string;
    connections: number;
    /** Seconds, … */
    duration?: number;
    /** … or requests. */
    amount?: number;
  }
  interface Result {
    requests: { average: number; total: number };
    duration: number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
