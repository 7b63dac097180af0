// Runs in the folder where Vendure is installed: prepares one product, and serves the shop API.
const {
  bootstrap,
  DefaultLogger,
  DefaultSearchPlugin,
  FastImporterService,
  JobQueueService,
} = require('@vendure/core');
const { LogLevel, RequestContextService, SearchService, TransactionalConnection } = require('@vendure/core');
const { populateInitialData } = require('@vendure/core/cli');

const { DATABASE_URL, PORT } = process.env;

const INITIAL_DATA = {
  defaultLanguage: 'en',
  defaultZone: 'India',
  countries: [{ name: 'India', code: 'IN', zone: 'India' }],
  taxRates: [{ name: 'Standard', percentage: 18 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
};

const config = (synchronize) => ({
  apiOptions: {
    cors: false,
    port: Number(PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'bench', password: 'a password of the benchmark' },
  },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize, logging: false },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [DefaultSearchPlugin.init({ bufferUpdates: false })],
});

async function createProduct(app) {
  const importer = app.get(FastImporterService);
  await importer.initialize();
  const translations = (name) => [
    {
      languageCode: 'en',
      name,
      slug: 'wardrobe-1',
      description: 'Each is 2.1 m wide and 2.4 m high, laminate outside. '.repeat(4),
    },
  ];
  const connection = app.get(TransactionalConnection).rawConnection;
  const [taxCategory] = await connection.query('SELECT id FROM tax_category');
  const productId = await importer.createProduct({
    enabled: true,
    translations: translations('Wardrobe 1'),
    optionGroupIds: [],
    assetIds: [],
    facetValueIds: [],
  });
  await importer.createProductVariant({
    productId,
    taxCategoryId: taxCategory.id,
    sku: 'W1',
    price: 45000,
    stockOnHand: 1_000_000,
    trackInventory: 'FALSE',
    translations: [{ languageCode: 'en', name: 'Wardrobe 1' }],
    optionIds: [],
    assetIds: [],
    facetValueIds: [],
  });
}

async function waitForIndex(app) {
  const connection = app.get(TransactionalConnection);
  await app.get(JobQueueService).start();
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  await app.get(SearchService).reindex(ctx);
  for (let tries = 0; tries < 300; tries++) {
    const [{ count }] = await connection.rawConnection.query('SELECT count(*)::int FROM search_index_item');
    if (count > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the product did not arrive in the search index');
}

/** In steps, because the channel and its zones are kept in memory from the start on. */
const STEPS = {
  async initialize(app) {
    await populateInitialData(app, INITIAL_DATA);
  },
  async prepare(app) {
    await createProduct(app);
    await waitForIndex(app);
  },
};

async function main() {
  const step = process.argv[2];
  const app = await bootstrap(config(step === 'initialize'));
  await STEPS[step]?.(app);
  if (step !== 'serve') process.exit(0);
  console.log('ready');
}
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
