import type { EnquiryCase } from '@fws/contract/admin/enquiries/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAuditEntry } from '../audit/store.ts';

export async function readEnquiry(deps: Deps, enquiryId: number): Promise<Outcome<EnquiryCase>> {
  const row = await deps.db
    .selectFrom('business_enquiry as enquiry')
    .leftJoin('user_account as admin', 'admin.id', 'enquiry.answered_by')
    .selectAll('enquiry')
    .select(['admin.first_name', 'admin.last_name'])
    .where('enquiry.id', '=', enquiryId)
    .executeTakeFirst();
  if (!row) return refuse('not_found', 'admin.enquiry_unknown');
  return done({
    id: row.id,
    at: row.created_at.toISOString(),
    name: row.name,
    company: row.company,
    purpose: row.purpose,
    heardFrom: row.heard_from,
    phone: row.phone,
    email: row.email,
    address: [row.address1, row.address2, row.address3].filter((line) => line !== '').join(', '),
    requirement: row.requirement,
    answered: row.answered_at && {
      by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      at: row.answered_at.toISOString(),
    },
  });
}

/** Marks an enquiry once: the second caller gets a conflict. */
export function markAnswered(
  deps: Deps,
  adminId: number,
  { enquiryId, reason }: { enquiryId: number; reason: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const answered = await tx
      .updateTable('business_enquiry')
      .set({ answered_at: now, answered_by: adminId })
      .where('id', '=', enquiryId)
      .where('answered_at', 'is', null)
      .executeTakeFirst();
    if (answered.numUpdatedRows === 0n) return refuse('conflict', 'admin.enquiry_unknown');
    const entry = { adminId, act: 'enquiry_answered', subject: 'enquiry', subjectId: enquiryId, reason };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });
}
