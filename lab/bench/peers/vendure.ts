import pg from 'pg';
import { install, run, serve } from './install.ts';
import { CLIENTS, DETAILS, multiplyRows, type Peer, type PeerRequest } from './peer.ts';
import type { Operation } from './summary.ts';

const PORT = '47801';
const SHOP_API = '/shop-api';

/** Each row belongs to product `n`, which has one variant with one price. */
const COPIES: [table: string, changes: Record<string, string>][] = [
  ['product', { id: 'n' }],
  ['product_translation', { id: 'n', baseId: 'n', name: `'Wardrobe ' || n`, slug: `'wardrobe-' || n` }],
  ['product_variant', { id: 'n', productId: 'n', sku: `'W' || n` }],
  ['product_variant_translation', { id: 'n', baseId: 'n', name: `'Wardrobe ' || n` }],
  ['product_variant_price', { id: '2 * n + source.id', variantId: 'n' }],
  ['product_channels_channel', { productId: 'n' }],
  ['product_variant_channels_channel', { productVariantId: 'n' }],
  ['stock_level', { id: 'n', productVariantId: 'n' }],
  [
    'search_index_item',
    {
      productId: 'n',
      productVariantId: 'n',
      productName: `'Wardrobe ' || n`,
      productVariantName: `'Wardrobe ' || n`,
      slug: `'wardrobe-' || n`,
      sku: `'W' || n`,
    },
  ],
];

const LIST = `{ search(input: { take: 20, groupByProduct: true }) {
  totalItems items { productId productName slug priceWithTax { ... on PriceRange { min max } } } } }`;
const buildDetail = (product: number) =>
  `{ product(id: "${product}") { id name slug description variants { id name sku priceWithTax stockLevel } } }`;
const buildWrite = (variant: number) =>
  `mutation { addItemToOrder(productVariantId: "${variant}", quantity: 1) {
    ... on Order { id totalWithTax lines { id quantity } } ... on ErrorResult { errorCode message } } }`;

/** Installs and fills Vendure on an empty database. */
export async function prepareVendure(databaseUrl: string, products: number): Promise<void> {
  const folder = await install('vendure');
  const env = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT };
  for (const step of ['initialize', 'prepare']) await run('node', ['server.cjs', step], folder, env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  for (const [table, changes] of COPIES) await multiplyRows(pool, table, products, changes);
  await pool.query('VACUUM (ANALYZE)');
  await pool.end();
}

export async function startVendure(databaseUrl: string, products: number): Promise<Peer> {
  const folder = await install('vendure');
  const url = `http://127.0.0.1:${PORT}`;
  const env = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT };
  const server = await serve(['server.cjs', 'serve'], folder, env, `${url}/health`);
  const headers = { 'content-type': 'application/json' };
  const tokens: string[] = [];
  for (let client = 0; client < CLIENTS; client++) {
    // The first line opens the order and the session.
    const body = JSON.stringify({ query: buildWrite(client + 1) });
    const answer = await fetch(url + SHOP_API, { method: 'POST', headers, body });
    await answer.text();
    tokens.push(answer.headers.get('vendure-auth-token') ?? '');
  }
  const buildRequest = (query: string, client: number): PeerRequest => ({
    method: 'POST',
    path: SHOP_API,
    headers: { ...headers, authorization: `Bearer ${tokens[client]}` },
    body: JSON.stringify({ query }),
  });
  const build: Record<Operation, (client: number) => PeerRequest[]> = {
    list: (client) => [buildRequest(LIST, client)],
    detail: (client) =>
      Array.from({ length: DETAILS }, (_, index) =>
        buildRequest(buildDetail(1 + ((index * 7919 + client) % products)), client),
      ),
    write: (client) => [buildRequest(buildWrite(client + 1), client)],
  };
  return { url, buildRequests: (operation, client) => build[operation](client), stop: server.stop };
}
