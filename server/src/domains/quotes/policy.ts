/** A quote and its proposal are between the job's poster and the worker who sent it. */
export function maySeeQuote(
  userId: number,
  quote: { worker_id: number },
  job: { poster_id: number },
): boolean {
  return userId === quote.worker_id || userId === job.poster_id;
}
