import pg from 'pg';
import { install, run, serve } from './install.ts';
import { CLIENTS, DETAILS, multiplyRows, type Peer, type PeerRequest } from './peer.ts';
import type { Operation } from './summary.ts';

const PORT = '47802';
const MEDUSA = 'node_modules/@medusajs/cli/cli.js';

/** Each row belongs to product `n`, which has one variant with one price. */
const COPIES: [table: string, changes: Record<string, string>][] = [
  ['product', { id: `'prod_' || n`, title: `'Wardrobe ' || n`, handle: `'wardrobe-' || n` }],
  ['product_option', { id: `'opt_' || n` }],
  ['product_option_value', { id: `'optval_' || n`, option_id: `'opt_' || n` }],
  [
    'product_product_option',
    { id: `'prodopt_' || n`, product_id: `'prod_' || n`, product_option_id: `'opt_' || n` },
  ],
  [
    'product_product_option_value',
    {
      id: `'prodoptval_' || n`,
      product_product_option_id: `'prodopt_' || n`,
      product_option_value_id: `'optval_' || n`,
    },
  ],
  ['product_variant', { id: `'variant_' || n`, sku: `'W' || n`, product_id: `'prod_' || n` }],
  ['product_variant_option', { variant_id: `'variant_' || n`, option_value_id: `'optval_' || n` }],
  ['price_set', { id: `'pset_' || n` }],
  ['price', { id: `'price_' || n`, price_set_id: `'pset_' || n` }],
  ['product_sales_channel', { id: `'prodsc_' || n`, product_id: `'prod_' || n` }],
  ['product_shipping_profile', { id: `'prodsp_' || n`, product_id: `'prod_' || n` }],
  [
    'product_variant_price_set',
    { id: `'pvps_' || n`, variant_id: `'variant_' || n`, price_set_id: `'pset_' || n` },
  ],
];

const buildEnv = (databaseUrl: string) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PORT,
  MEDUSA_DISABLE_TELEMETRY: '1',
});

/** Installs and fills Medusa on an empty database. */
export async function prepareMedusa(databaseUrl: string, products: number): Promise<void> {
  const folder = await install('medusa');
  const env = buildEnv(databaseUrl);
  await run('node', [MEDUSA, 'db:migrate'], folder, env);
  await run('node', [MEDUSA, 'exec', './prepare.js'], folder, env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  for (const [table, changes] of COPIES) await multiplyRows(pool, table, products, changes);
  await pool.query('VACUUM (ANALYZE)');
  await pool.end();
}

/** The key of the shop and the region, as the prepared database has them. */
async function readShop(databaseUrl: string): Promise<{ key: string; regionId: string }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<{ key: string; regionId: string }>(
    `SELECT api_key.token AS key, region.id AS "regionId" FROM api_key, region
     WHERE api_key.title = 'Bench'`,
  );
  await pool.end();
  if (!rows[0]) throw new Error('the database of Medusa is not prepared');
  return rows[0];
}

export async function startMedusa(databaseUrl: string, products: number): Promise<Peer> {
  const folder = await install('medusa');
  const url = `http://127.0.0.1:${PORT}`;
  const server = await serve([MEDUSA, 'start'], folder, buildEnv(databaseUrl), `${url}/health`);
  const { key, regionId } = await readShop(databaseUrl);
  const headers = { 'content-type': 'application/json', 'x-publishable-api-key': key };
  const carts: string[] = [];
  for (let client = 0; client < CLIENTS; client++) {
    const body = JSON.stringify({ region_id: regionId });
    const answer = await fetch(`${url}/store/carts`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`a cart answered ${answer.status}: ${await answer.text()}`);
    carts.push(((await answer.json()) as { cart: { id: string } }).cart.id);
  }
  const build: Record<Operation, (client: number) => PeerRequest[]> = {
    list: () => [
      {
        method: 'GET',
        path: '/store/products?limit=20&fields=id,title,handle,description,created_at',
        headers,
      },
    ],
    detail: (client) =>
      Array.from({ length: DETAILS }, (_, index) => ({
        method: 'GET',
        path: `/store/products/prod_${2 + ((index * 7919 + client) % (products - 1))}`,
        headers,
      })),
    write: (client) => [
      {
        method: 'POST',
        path: `/store/carts/${carts[client]}/line-items`,
        headers,
        body: JSON.stringify({ variant_id: `variant_${2 + client}`, quantity: 1 }),
      },
    ],
  };
  return { url, buildRequests: (operation, client) => build[operation](client), stop: server.stop };
}
