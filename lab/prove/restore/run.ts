import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allInvariants } from '../../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../../server/src/domains/ledger/index.ts';
import { describeNotCompared } from '../../../server/src/domains/reconciliation/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { enqueue } from '../../../server/src/platform/queue/index.ts';
import {
  waitForWithdrawal,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../server/test/payouts.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { readFundState } from '../../../server/test/story.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { Verdict } from '../support/program.ts';
import { Admins } from './admins.ts';
import { Cluster } from './cluster.ts';
import { Files } from './files.ts';
import { countPayments, moveMoney, type MovedMoney } from './money.ts';
import { Product } from './product.ts';
import type { Tools } from './tools.ts';

const DAY_MS = 24 * 3600_000;

/** Calls `say` with each step that is done. */
export async function runRestore(
  tools: Tools,
  { onEnd, say }: { onEnd: (close: () => Promise<unknown>) => void; say: (line: string) => void },
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'fws-restore-'));
  // Started by root, the server runs under another account, which needs access.
  await chmod(folder, 0o711);
  let cluster: Cluster | undefined;
  let product: Product | undefined;
  onEnd(async () => cluster?.stop());
  try {
    say(`PostgreSQL ${tools.version}, ${tools.pgbackrest}`);
    cluster = await Cluster.create(tools, folder, await findFreePort());
    await mkdir(join(folder, 'work'));
    product = await Product.create(cluster, folder);
    const logins = { appUrl: cluster.getLoginUrl('fws_app'), queueUrl: cluster.getLoginUrl('fws_queue') };
    await migrate(cluster.ownerUrl, () => {}, logins);
    return await new Proof(cluster, product, new Files(product, folder), say).run();
  } finally {
    await product?.close();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

class Proof {
  readonly #cluster: Cluster;
  readonly #product: Product;
  readonly #files: Files;
  readonly #say: (line: string) => void;
  readonly #violations: string[] = [];
  readonly #figures: Record<string, string | number> = {};

  constructor(cluster: Cluster, product: Product, files: Files, say: (line: string) => void) {
    this.#cluster = cluster;
    this.#files = files;
    this.#product = product;
    this.#say = say;
  }

  get #world() {
    return this.#product.world;
  }

  async run(): Promise<Verdict> {
    await this.#product.start();
    const { moved, backupAt } = await moveMoney(this.#world, this.#cluster, this.#files);
    this.#figures['payments in before and after the backup'] = await countPayments(this.#world);
    await this.#loseAndRestore(backupAt);
    await this.#openFiles();
    const admins = await Admins.create(this.#world);
    const waiting = await this.#withdrawAgain(moved);
    await this.#compareAndCorrect(admins, moved);
    await this.#reopen(admins, waiting);
    await this.#checkRefund(moved);
    await this.#product.kill();
    const broken = await verifyLedger(this.#world.db, allInvariants);
    for (const { invariant, rows } of broken)
      this.#violations.push(`invariant ${invariant.id}: ${JSON.stringify(rows[0])}`);
    this.#figures['invariants that hold'] = allInvariants.length - broken.length;
    return { figures: this.#figures, violations: this.#violations };
  }

  /** Records a failed expectation and continues. */
  #expect(label: string, holds: boolean, actual: unknown = ''): void {
    this.#say(`${holds ? 'ok  ' : 'NOT '} ${label}`);
    if (!holds) this.#violations.push(`${label} ${JSON.stringify(actual)}`);
  }

  async #loseAndRestore(backupAt: Date): Promise<void> {
    await this.#cluster.destroy();
    await this.#product.kill();
    await this.#files.lose();
    await this.#cluster.restoreTo(backupAt);
    await this.#files.restore();
    await this.#product.reconnect();
    const output = await this.#product.markRestored(backupAt);
    this.#expect(
      'npm run restored says that payouts are paused',
      output.includes('payouts are paused'),
      output,
    );
    this.#figures['payments in that the restored books know'] = await countPayments(this.#world);
    await this.#product.start();
  }

  async #openFiles(): Promise<void> {
    const { unchanged, of } = await this.#files.countUnchanged();
    this.#expect('files from before the backup open as they were', unchanged === of && of > 1, unchanged);
    this.#figures['files that open after the restore'] = unchanged;
    const missing = await this.#files.findMissing(this.#world.db);
    this.#expect('the database names no file that is missing', missing.length === 0, missing);
    const late = await this.#files.openLate();
    this.#expect('a file from after the backup is shown to nobody', late === 404, late);
  }

  /** Workers withdraw as usual. A worker who was paid after the backup has the money in the wallet again. */
  async #withdrawAgain({ imran, asha }: MovedMoney): Promise<{ imran: number; asha: number }> {
    const world = this.#world;
    this.#expect(
      'who was paid after the backup has the money again',
      (await readWalletPaise(world, asha.user)) === 500_00,
    );
    const transfers = (await this.#listTransfers()).length;
    const waiting = { imran: 0, asha: 0 };
    for (const [name, { user, accountId }, rupees] of [
      ['imran', imran, '300'],
      ['asha', asha, '500'],
    ] as const) {
      const answer = await withdraw(user, accountId, rupees);
      waiting[name] = parseWithdrawalId(answer);
      this.#expect(`${name} is told that payouts are paused`, answer.message.includes('Payouts are paused'));
      await waitFor('the withdrawal to wait', async () => {
        const { next_check_at: next } = await readWithdrawalRow(world, waiting[name]);
        return next !== null && next > world.clock.now();
      });
    }
    const now = await this.#listTransfers();
    this.#expect('nothing left while payouts are paused', now.length === transfers, now);
    this.#figures['withdrawals that wait'] = 2;
    return waiting;
  }

  /** Every transfer at the provider. */
  async #listTransfers() {
    const { payouts, clock } = this.#product.composeProviders();
    const now = clock.now();
    const query = { from: new Date(now.getTime() - DAY_MS), until: now, cursor: null };
    return (await payouts.listTransfers(query))?.transfers ?? [];
  }

  async #compareAndCorrect(admins: Admins, moved: MovedMoney): Promise<void> {
    const { newOrder, newTransfer, knownOrder, lostOrder, asha } = moved;
    const first = await admins.compare();
    const text = JSON.stringify(first.differences);
    this.#figures['differences after the restore'] = first.differences.length;
    for (const { what, ours, theirs } of first.differences)
      this.#say(`     ${what}: our books: ${ours}; provider: ${theirs}`);
    this.#expect('the comparison finds the payment in', text.includes(newOrder), text);
    this.#expect('the comparison finds the payment of the lost job', text.includes(lostOrder), text);
    this.#expect('the comparison finds the payout', text.includes(newTransfer), text);
    this.#expect('with differences nobody can propose to reopen', (await admins.propose()) === 409);

    // The payment of a known order is found by polling the order, as happens every minute.
    await inTx(this.#world.db, (tx) =>
      enqueue(tx, 'check_order', { orderId: knownOrder }, { key: `check:${knownOrder}` }),
    );
    const order = await admins.recover('order', newOrder);
    this.#expect('the forgotten order is booked', order.status === 200, order);
    for (const at of [moved.knownMilestone, moved.newMilestone])
      await waitFor('the milestone', async () => (await readFundState(this.#world, at)) === 'funded');
    const unmatchedOrder = await admins.recover('order', lostOrder);
    this.#expect(
      'an order without its milestone funds nothing',
      unmatchedOrder.status === 422,
      unmatchedOrder,
    );
    const setAside = await admins.recover('unmatched', lostOrder);
    this.#expect('the payment of the lost job is set aside', setAside.status === 200, setAside);
    await waitFor('its refund to wait', async () => (await this.#listRefundStates(moved)).length === 1);
    const transfer = await admins.recover('transfer', newTransfer, String(asha.user.id));
    this.#expect('the forgotten transfer is booked', transfer.status === 200, transfer);
    const booked = await this.#world.db
      .selectFrom('withdrawal')
      .select('id')
      .where('transfer_id', '=', newTransfer)
      .executeTakeFirstOrThrow();
    await waitForWithdrawal(this.#world, booked.id, 'paid');
    this.#expect('who was paid has the money no more', (await readWalletPaise(this.#world, asha.user)) === 0);

    const second = await admins.compare();
    this.#figures['differences after the corrections'] = second.differences.length;
    this.#expect('the books agree with the provider', second.differences.length === 0, second.differences);
    this.#figures['records of the provider compared'] = Object.values(second.checked).reduce(
      (a, b) => a + b,
      0,
    );
    for (const source of second.notCompared) this.#say(`     not compared: ${describeNotCompared(source)}`);
  }

  async #listRefundStates({ lostOrder }: MovedMoney): Promise<string[]> {
    const rows = await this.#world.db
      .selectFrom('refund')
      .select('state')
      .where('order_id', '=', lostOrder)
      .execute();
    return rows.map(({ state }) => state);
  }

  async #checkRefund(moved: MovedMoney): Promise<void> {
    await waitFor('the refund', async () => (await this.#listRefundStates(moved))[0] === 'succeeded');
    const refunds = await this.#product.listRefunds(moved.lostOrder);
    this.#expect(
      'the payer of the lost job has the money back, once',
      refunds.length === 1 && refunds[0]?.amountPaise === 500_00,
      refunds,
    );
  }

  async #reopen(admins: Admins, waiting: { imran: number; asha: number }): Promise<void> {
    const before = await this.#listTransfers();
    this.#expect('one admin proposes to reopen', (await admins.propose()) === 200);
    this.#expect('the same one cannot agree', (await admins.agreeTo.own()) === 403);
    this.#expect('payouts are still paused', await admins.isPaused());
    this.#expect('another agrees', (await admins.agreeTo.other()) === 200);
    await waitForWithdrawal(this.#world, waiting.imran, 'paid');
    const after = await this.#listTransfers();
    const { transfer_id: transferId } = await readWithdrawalRow(this.#world, waiting.imran);
    this.#expect(
      'what waited went out once',
      after.length === before.length + 1 &&
        after.filter((transfer) => transfer.transferId === transferId).length === 1,
      after,
    );
    const { state } = await readWithdrawalRow(this.#world, waiting.asha);
    this.#expect('what had been paid before did not go out again', state === 'failed', state);
    this.#figures['transfers at the provider'] = after.length;
  }
}
