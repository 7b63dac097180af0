// `medusa exec` runs this in the folder where Medusa is installed: a region, a sales channel, a key and one product.
const workflows = require('@medusajs/medusa/core-flows');

exports.default = async function prepare({ container }) {
  const run = async (name, input) => (await workflows[name](container).run({ input })).result;
  const [salesChannel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Bench' }] });
  const [region] = await run('createRegionsWorkflow', {
    regions: [
      { name: 'India', currency_code: 'inr', countries: ['in'], payment_providers: ['pp_system_default'] },
    ],
  });
  const [profile] = await run('createShippingProfilesWorkflow', {
    data: [{ name: 'Default', type: 'default' }],
  });
  const [key] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Bench', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [salesChannel.id] });
  const [product] = await run('createProductsWorkflow', {
    products: [
      {
        title: 'Wardrobe 1',
        handle: 'wardrobe-1',
        status: 'published',
        description: 'Each is 2.1 m wide and 2.4 m high, laminate outside. '.repeat(4),
        shipping_profile_id: profile.id,
        sales_channels: [{ id: salesChannel.id }],
        options: [{ title: 'Size', values: ['One'] }],
        variants: [
          {
            title: 'One',
            sku: 'W1',
            manage_inventory: false,
            options: { Size: 'One' },
            prices: [{ amount: 45_000, currency_code: 'inr' }],
          },
        ],
      },
    ],
  });
  console.log(`prepared ${JSON.stringify({ key: key.token, region: region.id, product: product.id })}`);
};
