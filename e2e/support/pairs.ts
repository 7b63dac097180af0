import { callApi } from './api.ts';
import type { Person, Product } from './fixtures.ts';
import type { JobOptions } from './product-commands.ts';

interface Needed {
  person: (about: { firstName: string; identity?: 'verified' }) => Promise<Person>;
  product: Product;
}

/** Meera, who posted a job, and Imran, to whom it is awarded, or whose quote waits where it is open. */
export async function createPair({ person, product }: Needed, job: JobOptions) {
  const poster = await person({ firstName: 'Meera' });
  const worker = await person({ firstName: 'Imran', identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({ do: 'job', poster, worker, job });
  return { poster, worker, jobId };
}

/** A job with a quote that waits. */
export const createQuote = (needed: Needed) => createPair(needed, { rows: [['Walls', '1500']], open: true });

export const sendMessage = (product: Product, by: Person, to: Person, jobId: number, text: string) =>
  callApi(product, by, 'conversation_send', {
    jobId: String(jobId),
    userId: String(to.id),
    text,
    clientId: crypto.randomUUID(),
  });
