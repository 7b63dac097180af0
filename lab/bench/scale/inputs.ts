import type { OutsideChannel } from '@fws/contract/notifications/channels';

/** What the model starts from. Every number says where it comes from; "assumed" is a guess to be replaced by a count. */
export interface Input {
  value: number;
  unit: string;
  source: string;
}

const assume = (value: number, unit: string, why: string): Input => ({
  value,
  unit,
  source: `assumed: ${why}`,
});
const cite = (value: number, unit: string, source: string): Input => ({ value, unit, source });
const RELEASES = `[Releases](performance.md#releases)`;
const PROFILE = `[profile](performance.md#where-the-time-goes)`;
const KRUTRIM_COMPUTE =
  '[Krutrim, compute](https://docs.cloud.olakrutrim.com/basics/core-infrastructure/compute/billing-for-compute)';
const KRUTRIM_STORAGE =
  '[Krutrim, storage](https://docs.cloud.olakrutrim.com/basics/core-infrastructure/storage/billing-for-storage)';

export const INPUTS = {
  people: cite(10_000_000, 'people', 'the target'),
  jobs: cite(100_000_000, 'jobs', 'the target'),
  entries: cite(1_000_000_000, 'ledger entries', 'the target; the model derives its own number'),
  years: assume(3, 'years', 'the jobs are posted evenly over them'),

  monthlyActiveShare: assume(0.4, 'of all people', 'active in a month'),
  dailyOfMonthly: cite(
    0.15,
    'of those active in a month',
    'e-commerce, "good": [june.so](https://help.june.so/en/articles/4752354-stickiness-benchmark)',
  ),
  sessionsADay: assume(2, 'a day for each active person', 'morning and evening'),
  sessionMinutes: assume(8, 'minutes', 'a live stream is open meanwhile'),
  requestsASession: assume(30, 'requests', 'ten screens of three calls'),
  guestPagesADay: assume(0.3, 'public pages a day for each person', 'from search engines and chats'),
  loginsAMonth: assume(1, 'a month for each active person', 'sessions last 30 days'),
  peakFactor: cite(
    3,
    'times the mean of the day',
    'an Indian exchange "more than triples at times": [MediaNama](https://www.medianama.com/2020/03/223-coronavirus-lockdown-internet-traffic/); for us assumed, in the evening',
  ),

  quotesAJob: assume(
    5,
    'quotes',
    '1.3 in the growth table; Freelancer has 45: [Edison](https://edisongroup.com/research/using-ai-to-enhance-revenue-and-profit-growth/33844)',
  ),
  awardedShare: cite(0.3, 'of jobs', `[growth](performance.md#growth)`),
  milestonesAJob: cite(3, 'milestones of an awarded job', 'the three parts of "By Terms"'),
  entriesAFunding: cite(2, 'entries', '[money](money.md)'),
  entriesARelease: cite(6, 'entries', '[money](money.md), with all four deductions'),
  withdrawalsAJob: assume(2, 'withdrawals of an awarded job', 'fewer than milestones'),
  entriesAWithdrawal: cite(4, 'entries', '[money](money.md): reserved, then paid'),
  openDays: assume(14, 'days', 'a job is open for applications'),

  moneyNoticesAMilestone: cite(4, 'notices', 'funded, asked for, released to both'),
  workNoticesAMilestone: cite(2, 'notices', 'started, completed'),
  moneyNoticesAWithdrawal: cite(2, 'notices', 'requested, paid'),
  workNoticesAJob: cite(3, 'notices of an awarded job', 'completed, two ratings'),
  deadlineNoticesAJob: assume(0.5, 'notices of a job', 'reminders of quotes and releases'),
  savedSearchNoticesAJob: assume(10, 'notices of a new job', 'saved searches that match'),
  reachPush: assume(0.4, 'of people', 'have a device with push'),
  reachWhatsApp: assume(0.3, 'of people', 'agreed to WhatsApp'),
  reachSms: cite(1, 'of people', 'everybody has verified a mobile number'),
  reachEmail: assume(0.6, 'of people', 'have verified an address'),
  bundleSize: assume(1.3, 'notices in a message that waited', 'five minutes and the night'),
  codesALogin: assume(0.5, 'codes', 'only a new browser asks for one'),
  smsSegments: assume(
    1.5,
    'segments of a text message',
    'Hindi has 70 characters a segment, half of people read it',
  ),

  photosAJob: assume(2, 'photos of a job', 'up to 10'),
  photosAMilestone: assume(2, 'photos of a completion', 'up to 10'),
  photoKb: assume(275, 'KB', '1,600 pixels and the small one'),
  thumbnailsASession: assume(40, 'small pictures', 'what the browser has not kept'),
  thumbnailKb: assume(25, 'KB', 'JPEG of a list'),
  largePhotosASession: assume(3, 'large pictures', 'the viewer'),
  largePhotoKb: assume(250, 'KB', 'JPEG of 1,600 pixels'),
  pageKbASession: assume(60, 'KB', 'replies and what changed of the app; the rest is kept by the browser'),

  loginNodeMs: cite(26, 'ms', PROFILE),
  loginDatabaseMs: cite(4.8, 'ms', PROFILE),
  publicNodeMs: assume(3, 'ms', 'of 2.9 to 6.8 ms for a public page'),
  publicDatabaseMs: assume(1, 'ms', 'its statements took 0.03 to 0.24 ms'),
  ledgerPerSecond: cite(1134, 'releases a second', `${RELEASES}, two cores`),
  nightSecondsPer100k: cite(2.72, 's for 100,000 entries', '[Nightly proofs](performance.md#nightly-proofs)'),
  searchKbAJob: cite(
    0.15,
    'KB of an open job in a web process',
    '[Search](performance.md#search), 150 MB a million',
  ),
  processMb: cite(100, 'MB of a web process', '[Event streams](performance.md#event-streams)'),
  streamKb: cite(8.1, 'KB of a stream', '[Event streams](performance.md#event-streams)'),
  streamsAProcess: cite(19_500, 'streams', '[Event streams](performance.md#event-streams)'),
  walAWriteBytes: cite(6937, 'bytes', `a release with its tasks, ${RELEASES}`),
  walFullPages: assume(1.5, 'times', 'whole pages after each checkpoint'),
  moneyLatencyMs: assume(500, 'ms', 'answer of the payment provider'),
  pushLatencyMs: assume(150, 'ms', 'answer of a push service'),
  whatsAppLatencyMs: assume(300, 'ms', 'answer of WhatsApp'),
  smsLatencyMs: assume(300, 'ms', 'answer of the SMS vendor'),
  emailLatencyMs: assume(200, 'ms', 'a mail over SMTP'),

  coreOfVcpu: assume(0.6, 'of a measured core', 'a vCPU is half of a core with two threads'),
  useAtPeak: assume(0.5, 'of what there is', 'room for deployments and for peaks in the peak'),
  zones: cite(3, 'zones', 'one may be lost at the peak'),
  hotShare: assume(0.1, 'of tables and indexes', 'is read within a day and should be in memory'),
  diskFactor: assume(1.5, 'times', 'free space for bloat and growth of half a year'),
  notificationMonths: assume(12, 'months', 'notifications stay in the database, then in the archive'),
  backupFulls: assume(2, 'full backups', 'weekly'),
  backupLogDays: assume(14, 'days', 'of log'),
  backupCompression: assume(0.4, 'of the size', 'pgBackRest with zstd'),

  rupeesADollar: assume(90, '₹', 'to be checked on the day'),
  hoursAMonth: cite(730, 'hours', '365 × 24 / 12'),
  vm2: cite(6, '₹ an hour', `2 vCPU, 8 GB: ${KRUTRIM_COMPUTE}`),
  vm4: cite(13, '₹ an hour', `4 vCPU, 16 GB: the same`),
  vm8: cite(25, '₹ an hour', `8 vCPU, 32 GB: the same`),
  vm16: cite(49, '₹ an hour', `16 vCPU, 64 GB: the same`),
  vm32: cite(97, '₹ an hour', `32 vCPU, 128 GB: the same`),
  blockGb: cite(4.92, '₹ a GB and month', KRUTRIM_STORAGE),
  objectGb: cite(1.66, '₹ a GB and month', KRUTRIM_STORAGE),
  objectWrites: cite(390, '₹ a million', '[Excloud](https://excloud.dev/docs/pricing/buckets)'),
  objectReads: cite(31, '₹ a million', '[Excloud](https://excloud.dev/docs/pricing/buckets)'),
  egressDollarsAGb: assume(
    0.1093,
    '$ a GB',
    'what AWS Mumbai bills for the first 10 TB; a CDN costs less, some Indian providers nothing',
  ),
  smsRupees: assume(
    0.2,
    '₹ a segment',
    '0.14 to 0.35: [TechTo](https://www.techtonetworks.com/post/sms-online-india), [a user of MSG91](https://gramhal.gitbook.io/bolbhav/chapter-10-saas-products/communication/msg-91)',
  ),
  dltRupees: cite(
    0.025,
    '₹ a message',
    'scrubbing: [Creativepoint](https://www.creativepoint.in/dlt/dlt-scrubbing-charges/), of 2020',
  ),
  whatsAppRupees: cite(
    0.13,
    '₹ a utility message',
    '[MyOperator](https://support.myoperator.com/portal/en/kb/articles/whatsapp-has-shifted-to-per-message-pricing-effective-july-1-2025-based-on-message-categories-and-your-recipient-s-country-in-india-there-are-three-paid-categories), of 2025; 0.115 to 0.2 elsewhere',
  ),
  emailDollarsA1000: cite(
    0.1,
    '$ for 1,000',
    '[a bill of Amazon SES](https://superuser.com/questions/1399690), of 2019',
  ),

  gatewayCreatesAMinute: cite(
    200,
    'a minute',
    'Cashfree, create order, as published; a contract can raise it',
  ),
  gatewayReadsAMinute: cite(
    100,
    'a minute',
    'Cashfree, payments of an order; the same. One look-up for each funding is assumed',
  ),
  defaultWorkers: cite(3, 'worker processes', 'one in each zone'),
  defaultConcurrency: cite(4, 'tasks at once', '`QUEUE_CONCURRENCY`'),
  searchLimitMb: assume(1000, 'MB', 'what a web process may take for the search'),
  volumeGb: cite(2048, 'GB', `the largest volume: ${KRUTRIM_STORAGE}`),
} satisfies Record<string, Input>;

export type Inputs = Record<keyof typeof INPUTS, number>;

export const readInputs = (changed: Partial<Inputs> = {}): Inputs => ({
  ...(Object.fromEntries(Object.entries(INPUTS).map(([name, { value }]) => [name, value])) as Inputs),
  ...changed,
});

/** How long the vendor of each channel takes to answer. */
export const readLatencies = (inputs: Inputs): Record<OutsideChannel, number> => ({
  push: inputs.pushLatencyMs,
  whatsapp: inputs.whatsAppLatencyMs,
  sms: inputs.smsLatencyMs,
  email: inputs.emailLatencyMs,
});

/** The parts of a session's requests, and what each costs of a web process and of PostgreSQL. */
export const REQUEST_KINDS = [
  {
    name: 'lists of jobs',
    share: 0.2,
    nodeMs: 1.3,
    databaseMs: 0.84,
    source: `${PROFILE}: a page that is not kept`,
  },
  {
    name: 'searches',
    share: 0.15,
    nodeMs: 2,
    databaseMs: 0.4,
    source: `[Search](performance.md#search): the worst filter`,
  },
  { name: 'a job, a contract', share: 0.35, nodeMs: 0.76, databaseMs: 0.38, source: PROFILE },
  {
    name: 'own lists, Home, notifications',
    share: 0.25,
    nodeMs: 1.3,
    databaseMs: 0.84,
    source: 'assumed: as a list',
  },
  { name: 'changes', share: 0.05, nodeMs: 0.87, databaseMs: 1.41, source: `${RELEASES}: as a release` },
] as const;
