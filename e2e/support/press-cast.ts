import { callApi } from './api.ts';
import { expect, type Person, type Product } from './fixtures.ts';
import type { Demo, JobOptions } from './product-commands.ts';

// The people of the journey over every control, and what they have on their screens.

export interface Cast {
  product: Product;
  poster: Person;
  worker: Person;
  /** Posts the jobs whose milestones are funded: an identity that is not verified has a low limit. */
  payer: Person;
  demo: Demo['places'];
}

export async function createCast(product: Product): Promise<Cast> {
  const { places: demo, logins } = await product.ask<Demo>({ do: 'demo' });
  const openSession = (firstName: string) =>
    product.ask<Person>({
      do: 'session',
      email: logins.find(({ name }) => name.startsWith(firstName))?.identifier ?? '',
    });
  return {
    product,
    demo,
    poster: await openSession('Meera'),
    worker: await openSession('Imran'),
    payer: await product.ask<Person>({
      do: 'user',
      overrides: { firstName: 'Asha', lastName: 'Kale', identity: 'verified' },
    }),
  };
}

const ROWS: JobOptions['rows'] = [
  ['Walls', '150'],
  ['Doors', '250'],
];

/** A new job of the poster with a quote of the worker, awarded unless it is open. */
export const createJob = ({ product, poster, payer, worker }: Cast, job: Partial<JobOptions> = {}) =>
  product.ask<{ jobId: number; quoteId: number }>({
    do: 'job',
    poster: job.open ? poster : payer,
    worker,
    job: { rows: ROWS, ...job },
  });

let accountCount = 0;

/** Adds an account for withdrawals, and returns its id. */
export async function addAccount(product: Product, owner: Person, kind: 'bank' | 'upi'): Promise<number> {
  accountCount += 1;
  const accountNumber = `5010041770${String(accountCount).padStart(4, '0')}`;
  const { id } = await (kind === 'upi'
    ? callApi<{ id: number }>(product, owner, 'add_upi_payout', {
        upiId: `account${accountCount}@upi`,
        address: '',
      })
    : callApi<{ id: number }>(product, owner, 'add_bank_account', {
        accountNumber,
        confirmAccountNumber: accountNumber,
        ifsc: 'SBIN0001234',
        bankName: '',
        holderName: owner.firstName,
        address: '',
      }));
  return id;
}

/** The address of the newest link that lets the owner of an account object to a change. */
export async function findAlertPath(product: Product, owner: Person): Promise<string> {
  let path = '';
  await expect(async () => {
    const response = await fetch(`${product.sandboxUrl}/outbox.json?to=${encodeURIComponent(owner.mobile)}`);
    const texts = ((await response.json()) as { text: string }[]).map(({ text }) => text);
    const link = texts.flatMap((text) => /https?:\S+\/not-me\/\S+/.exec(text)?.[0] ?? [])[0];
    path = new URL(link ?? '').pathname;
  }).toPass({ timeout: 30_000 });
  return path;
}
