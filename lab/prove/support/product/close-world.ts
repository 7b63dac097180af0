import type pg from 'pg';
import { toIstDate } from '@fws/contract/platform/dates';

/** Ends a world, so that none of its timers affects the next world in this database. */
export async function closeWorld(owner: pg.Pool, now: Date): Promise<void> {
  await owner.query(`DELETE FROM outbox; DELETE FROM graphile_worker._private_jobs;
    UPDATE escrow_order SET expires_at = '2000-01-01', checked_at = '2000-02-01' WHERE expires_at > '2000-01-02';
    UPDATE payment SET last_polled_at = '3000-01-01' WHERE last_polled_at < '3000-01-01';
    UPDATE refund SET next_check_at = NULL WHERE next_check_at IS NOT NULL;
    UPDATE split SET due_at = '3000-01-01' WHERE closed_at IS NULL;
    UPDATE visit SET state = 'cancelled', due_at = NULL
      WHERE state IN ('agreed', 'on_the_way', 'arrived', 'claimed', 'unanswered');
    UPDATE review_period SET closed_at = due_at WHERE closed_at IS NULL;
    UPDATE milestone SET payment_requested_at = NULL WHERE payment_requested_at IS NOT NULL;
    UPDATE withdrawal SET next_check_at = NULL WHERE next_check_at IS NOT NULL;
    UPDATE quote SET state = 'cancelled' WHERE state IN ('submitted', 'asked');`);
  await owner.query('DELETE FROM fee_rates WHERE effective_on > $1', [toIstDate(now)]);
}
