import type { Person, Product } from './fixtures.ts';

/** Makes a call as the web app does, and returns its data. */
export async function callApi<T>({ url }: Product, by: Person, name: string, values: object): Promise<T> {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: {
      'x-fws-client': 'web',
      'content-type': 'application/json',
      authorization: `Bearer ${by.token}`,
    },
    body: JSON.stringify(values),
  });
  const reply = (await response.json()) as { data: T; message: string };
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${reply.message}`);
  return reply.data;
}
