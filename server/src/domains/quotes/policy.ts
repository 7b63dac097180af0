/** Only the poster of the job and the worker who sent it may see a quote and its proposal. */
export function canSeeQuote(
  userId: number,
  quote: { worker_id: number },
  job: { poster_id: number },
): boolean {
  return userId === quote.worker_id || userId === job.poster_id;
}
