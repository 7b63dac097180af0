import { sumRupees, type CostItem } from './cost.ts';
import { formatCount, formatLakh, formatNumber, type Table } from './format.ts';
import { INPUTS, REQUEST_KINDS, type Inputs } from './inputs.ts';
import type { Flow, Load } from './load.ts';
import { GB_A_CPU } from './machines.ts';
import { calculateModel, calculateModelForPeople, type Model } from './model.ts';
import { calculateRowBytes, GROWTH, GROWTH_JOBS, GROWTH_TOTAL_MB } from './storage.ts';

/** The tables of docs/scale.md that come from the model alone. */
export function buildModelTables(): Table[] {
  const model = calculateModel();
  return [
    buildInputs(),
    buildRequestKinds(),
    buildLoad(model.load),
    buildMoney(model.load),
    buildStorage(model),
    buildMachines(model),
    buildCost(model.cost),
    buildSensitivity(model),
    buildSizes(),
    buildLimits(model),
    buildGrowth(),
  ];
}

const buildInputs = (): Table => ({
  name: 'inputs',
  columns: ['name', 'value', 'unit', 'source'],
  rows: Object.entries(INPUTS).map(([name, { value, unit, source }]) => [
    `\`${name}\``,
    value >= 1e6 ? formatCount(value) : String(value),
    unit,
    source,
  ]),
});

const buildRequestKinds = (): Table => ({
  name: 'request-kinds',
  columns: ['requests of a session', 'share', 'web process', 'PostgreSQL', 'source'],
  rows: REQUEST_KINDS.map(({ name, share, nodeMs, databaseMs, source }) => [
    name,
    `${formatNumber(share * 100)}%`,
    `${nodeMs} ms`,
    `${databaseMs} ms`,
    source,
  ]),
});

const toFlowRow = (name: string, { aDay, meanASecond, peakASecond }: Flow): string[] => [
  name,
  formatCount(aDay),
  formatNumber(meanASecond),
  formatNumber(peakASecond),
];
const FLOW_COLUMNS = ['a day', 'mean a second', 'peak a second'];

const buildLoad = (load: Load): Table => ({
  name: 'load',
  columns: ['people and requests', ...FLOW_COLUMNS],
  rows: [
    ['people who come', formatCount(load.activeADay), '', ''],
    ['live streams that are open', '', '', `${formatCount(load.streamsAtPeak)} at once`],
    toFlowRow('requests of signed-in people', load.requests),
    toFlowRow('… that change something', load.changes),
    toFlowRow('public pages of guests', load.publicPages),
    toFlowRow('logins', load.logins),
    toFlowRow('photos stored', load.photosStored),
    toFlowRow('photos shown', load.photosShown),
    ['GB stored', formatNumber(load.storedGbADay), '', ''],
    ['GB sent to browsers', formatNumber(load.sentGbADay), '', ''],
  ],
});

const buildMoney = (load: Load): Table => ({
  name: 'money',
  columns: ['money and messages', ...FLOW_COLUMNS],
  rows: [
    toFlowRow('jobs posted', load.posts),
    toFlowRow('quotes', load.quotes),
    toFlowRow('milestones funded', load.fundings),
    toFlowRow('milestones released', load.releases),
    toFlowRow('withdrawals', load.withdrawals),
    toFlowRow('transactions of the ledger', load.ledgerTransactions),
    toFlowRow('entries of the ledger', load.ledgerEntries),
    toFlowRow('urgent notices', load.notices.urgent),
    toFlowRow('other notices', load.notices.bundled),
    toFlowRow('one-time codes', load.codes),
    toFlowRow('web push', load.messages.push),
    toFlowRow('WhatsApp', load.messages.whatsapp),
    toFlowRow('SMS, codes included', load.messages.sms),
    toFlowRow('e-mail', load.messages.email),
  ],
});

const buildStorage = ({ storage }: Model): Table => ({
  name: 'storage',
  columns: ['table', 'rows', 'bytes of a row with its indexes', 'GB', 'of it indexes'],
  rows: [
    ...storage.tables
      .toSorted((a, b) => b.gb - a.gb)
      .map(({ table, rows, rowBytes, gb, indexGb }) => [
        `\`${table}\``,
        formatCount(rows),
        formatNumber(rowBytes),
        formatNumber(gb),
        formatNumber(indexGb),
      ]),
    ['all', '', '', formatNumber(storage.totalGb), ''],
    ['in the database, without archived notifications', '', '', formatNumber(storage.databaseGb), ''],
    ['log (WAL) of a day', '', '', formatNumber(storage.walGbADay), ''],
    ['backups', '', '', formatNumber(storage.backupGb), ''],
    ['photos', '', '', formatNumber(storage.photosGb), ''],
  ],
});

const buildMachines = ({ machines }: Model): Table => ({
  name: 'machines',
  columns: ['part', 'machines', 'each', 'disk', 'because'],
  rows: machines.parts.map(({ name, machines: count, cpus, diskGb, why }) =>
    count === 0
      ? [name, '0', '', '', why]
      : [name, String(count), `${cpus} vCPU, ${cpus * GB_A_CPU} GB`, `${formatNumber(diskGb)} GB`, why],
  ),
});

const GROUPS = ['machines', 'bytes', 'messages'] as const;

function buildCost(items: readonly CostItem[]): Table {
  const total = sumRupees(items);
  const sumRow = (name: string, rupees: number) => [
    `**${name}**`,
    '',
    `**${formatLakh(rupees)}**`,
    `${formatNumber((100 * rupees) / total)}%`,
  ];
  return {
    name: 'cost',
    columns: ['a month', 'quantity', '₹ lakh', 'share'],
    rows: [
      ...GROUPS.flatMap((group) => [
        ...items
          .filter((item) => item.group === group)
          .map(({ name, quantity, unit, rupees }) => [
            name,
            `${formatNumber(quantity)} ${quantity === 1 ? unit.replace('machines', 'machine') : unit}`,
            formatLakh(rupees),
            `${formatNumber((100 * rupees) / total)}%`,
          ]),
        sumRow(`all ${group}`, sumRupees(items, group)),
      ]),
      sumRow('all', total),
    ],
  };
}

const CHANGES: readonly [string, Partial<Inputs>][] = [
  ['twice as many people are active', { monthlyActiveShare: 0.8 }],
  ['the evening is ten times the mean', { peakFactor: 10 }],
  ['45 quotes to a job instead of 5', { quotesAJob: 45 }],
  ['an SMS segment costs ₹0.14', { smsRupees: 0.14 }],
  ['an SMS segment costs ₹0.35', { smsRupees: 0.35 }],
  ['SMS only to whom neither push nor WhatsApp reaches (0.42), and codes', { reachSms: 0.42 }],
  ['texts of SMS that fit in one segment', { smsSegments: 1 }],
  ['a provider that does not charge for what is sent', { egressDollarsAGb: 0 }],
];

function buildSensitivity(model: Model): Table {
  const describe = (name: string, changed: Model): string[] => [
    name,
    formatNumber(changed.load.requests.peakASecond),
    formatNumber(countVcpus(changed)),
    formatLakh(sumRupees(changed.cost, 'messages')),
    formatLakh(sumRupees(changed.cost)),
  ];
  return {
    name: 'sensitivity',
    columns: ['if', 'requests a second at the peak', 'vCPU in all', '₹ lakh for messages', '₹ lakh in all'],
    rows: [
      describe('as assumed', model),
      ...CHANGES.map(([name, changed]) => describe(name, calculateModel(changed))),
    ],
  };
}

export const countVcpus = ({ machines }: Model): number =>
  machines.parts.reduce((sum, part) => sum + part.machines * part.cpus, 0);

const buildSizes = (): Table => ({
  name: 'sizes',
  columns: [
    'people',
    'requests a second at the peak',
    'database, GB',
    'vCPU in all',
    '₹ lakh a month',
    '… for machines',
  ],
  rows: [1, 3, 10, 30, 100].map((millions) => {
    const model = calculateModelForPeople(millions * 1e6);
    return [
      `${millions} million`,
      formatNumber(model.load.requests.peakASecond),
      formatNumber(model.storage.databaseGb),
      formatNumber(countVcpus(model)),
      formatLakh(sumRupees(model.cost)),
      formatLakh(sumRupees(model.cost, 'machines')),
    ];
  }),
});

const buildLimits = ({ limits }: Model): Table => ({
  name: 'limits',
  columns: ['', 'limit', 'use at 10 million people', 'capacity', 'reached at', 'sign', 'remedy'],
  rows: limits.map(({ name, use, capacity, unit, people, sign, remedy }, index) => [
    String(index + 1),
    name,
    `${formatNumber(use)} ${unit}`,
    formatCount(capacity),
    `${formatCount(people)} people`,
    sign,
    remedy,
  ]),
});

/** What the bytes of a row at a million jobs say about ten million, beside what was measured there. */
function buildGrowth(): Table {
  const compare = (name: string, predictedMb: number, measuredMb: number): string[] => [
    name,
    formatNumber(predictedMb),
    formatNumber(measuredMb),
    (predictedMb / measuredMb).toFixed(2),
    formatNumber((predictedMb * 10) / 1000),
  ];
  const [, , jobs] = GROWTH_JOBS;
  return {
    name: 'growth',
    columns: [
      'table',
      'predicted for 10 million jobs, MB',
      'measured, MB',
      'predicted / measured',
      'for 100 million jobs, GB: not measured',
    ],
    rows: [
      ...GROWTH.map(({ table, rowsAJob, mb }) =>
        compare(`\`${table}\``, (calculateRowBytes(table) * rowsAJob * jobs) / 1e6, mb[2]),
      ),
      compare('all tables', GROWTH_TOTAL_MB[1] * 10, GROWTH_TOTAL_MB[2]),
    ],
  };
}
