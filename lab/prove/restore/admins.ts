import { adminApprove } from '../../../contract/src/admin/approvals/calls.ts';
import { adminBooksRun } from '../../../contract/src/admin/books/calls.ts';
import {
  adminRestore,
  adminRestoreRecover,
  adminRestoreReopen,
} from '../../../contract/src/admin/restore/calls.ts';
import type { ForgottenKind } from '../../../contract/src/admin/restore/model.ts';
import type { RestoreComparison } from '../../../contract/src/admin/restore/schemas.ts';
import { createAdmin, type TestAdmin } from '../../../server/test/admin/admins.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';

const reason = 'After the restore, by the runbook';

/** Two finance admins who use the API. */
export class Admins {
  readonly #first: TestAdmin;
  readonly #second: TestAdmin;

  private constructor(first: TestAdmin, second: TestAdmin) {
    this.#first = first;
    this.#second = second;
  }

  static async create(world: World): Promise<Admins> {
    return new Admins(await createAdmin(world, 'finance'), await createAdmin(world, 'finance'));
  }

  async compare(): Promise<RestoreComparison> {
    const before = (await this.#read()).comparison?.runId ?? 0;
    await this.#first.user.done(adminBooksRun, { kind: 'after_restore' });
    const isDone = async () => {
      const { comparison } = await this.#read();
      return comparison !== null && comparison.runId > before && comparison.finishedAt !== null;
    };
    await waitFor('the comparison', isDone, 120_000);
    const result = (await this.#read()).comparison?.result;
    if (!result) throw new Error('a comparison ended without a result');
    return result;
  }

  recover(kind: ForgottenKind, number: string, workerId = '') {
    return this.#first.user.call(adminRestoreRecover, { kind, number, workerId, reason });
  }

  async propose(): Promise<number> {
    const runId = String((await this.#read()).comparison?.runId ?? 0);
    return (await this.#first.user.call(adminRestoreReopen, { runId, seen: 'yes', reason })).status;
  }

  agreeTo = {
    own: () => this.#agree(this.#first),
    other: () => this.#agree(this.#second),
  };

  async #agree(by: TestAdmin): Promise<number> {
    const approvalId = String((await this.#read()).proposal?.approvalId ?? 0);
    return (await by.user.call(adminApprove, { approvalId, decision: 'approve', reason })).status;
  }

  async isPaused(): Promise<boolean> {
    return (await this.#read()).restore !== null;
  }

  #read() {
    return this.#first.user.done(adminRestore, {});
  }
}
