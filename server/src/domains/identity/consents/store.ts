import { NOTICE_VERSIONS } from '@fws/contract/identity/notices';
import type { Tx } from '../../../platform/db/index.ts';
import type { Client } from '../login/client.ts';

/** Records which notices a user agreed to, in which language, when and with what kind of client. */
export async function recordConsents(
  tx: Tx,
  userId: number,
  client: Pick<Client, 'locale' | 'kind'>,
  now: Date,
): Promise<void> {
  const notices = Object.entries(NOTICE_VERSIONS) as [keyof typeof NOTICE_VERSIONS, string][];
  await tx
    .insertInto('consent')
    .values(
      notices.map(([notice, version]) => ({
        user_id: userId,
        notice,
        version,
        locale: client.locale,
        client: client.kind,
        agreed_at: now,
      })),
    )
    .execute();
}
