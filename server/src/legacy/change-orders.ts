import * as z from 'zod/mini';
import * as calls from '@fws/contract/contracts/calls';
import { PART_CHANGES } from '@fws/contract/contracts/change-orders/model';
import { SIDES } from '@fws/contract/contracts/model';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { toRupees } from '@fws/contract/platform/money';
import {
  allowMissing,
  commaList,
  dateField,
  dayFirst,
  option,
  PLAN_ROWS,
  textList,
  unpackPlanRows,
} from './fields.ts';
import { abilityReply, encodeAbility, pageFields } from './shared.ts';
import { replyWithItem, replyWithPage, translateCall } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

const changeOrderReply = z.object({
  change_id: z.number(),
  job_id: z.number(),
  change_status: z.string(),
  side: z.enum(SIDES),
  version: z.number(),
  plan_version: z.number(),
  created_at: z.string(),
  due_at: z.string(),
  closed_at: z.nullable(z.string()),
  milestones: z.array(
    z.object({
      change: z.enum(PART_CHANGES),
      milestone_id: z.nullable(z.number()),
      position: z.number(),
      name_before: z.nullable(z.string()),
      amount_before: z.nullable(z.string()),
      name: z.nullable(z.string()),
      amount: z.nullable(z.string()),
    }),
  ),
  total_before: z.string(),
  total: z.string(),
  finish_by_before: z.nullable(z.string()),
  finish_by: z.nullable(z.string()),
  turns: z.array(
    z.object({
      side: z.enum(SIDES),
      note: z.string(),
      created_at: z.string(),
      total: z.string(),
      finish_by: z.nullable(z.string()),
    }),
  ),
  can_agree: abilityReply,
  can_counter: abilityReply,
  can_refuse: abilityReply,
  can_withdraw: abilityReply,
});

const toAmount = (paise: number | null): string | null => (paise === null ? null : toRupees(paise));

const encodeChangeOrder = (change: ChangeOrder): z.output<typeof changeOrderReply> => ({
  change_id: change.id,
  job_id: change.jobId,
  change_status: change.state,
  side: change.side,
  version: change.version,
  plan_version: change.planVersion,
  created_at: change.openedAt,
  due_at: change.dueAt,
  closed_at: change.closedAt,
  milestones: change.rows.map((row) => ({
    change: row.kind,
    milestone_id: row.milestoneId,
    position: row.position,
    name_before: row.nameBefore,
    amount_before: toAmount(row.amountBeforePaise),
    name: row.name,
    amount: toAmount(row.amountPaise),
  })),
  total_before: toRupees(change.totalBeforePaise),
  total: toRupees(change.totalPaise),
  finish_by_before: change.finishByBefore,
  finish_by: change.finishBy,
  turns: change.turns.map((turn) => ({
    side: turn.side,
    note: turn.note,
    created_at: turn.at,
    total: toRupees(turn.totalPaise),
    finish_by: turn.finishBy,
  })),
  can_agree: encodeAbility(change.agree),
  can_counter: encodeAbility(change.counter),
  can_refuse: encodeAbility(change.refuse),
  can_withdraw: encodeAbility(change.withdraw),
});

/** What a contract says of its plan. */
export const planFields = {
  finish_by: z.nullable(z.string()),
  plan_version: z.number(),
  can_propose_change: abilityReply,
  open_change: z.nullable(
    z.object({ change_id: z.number(), side: z.enum(SIDES), total: z.string(), due_at: z.string() }),
  ),
};

export const encodePlanFields = ({ finishBy, change: { planVersion, propose, open } }: Contract) => ({
  finish_by: finishBy,
  plan_version: planVersion,
  can_propose_change: encodeAbility(propose),
  open_change: open && {
    change_id: open.id,
    side: open.side,
    total: toRupees(open.totalPaise),
    due_at: open.dueAt,
  },
});

const IDS = 'milestone_id[]';

const unpackWanted = (body: Fields): Fields => unpackPlanRows(body, IDS);

const wanted = {
  milestoneIds: allowMissing(textList(IDS)),
  milestoneNames: allowMissing(textList(PLAN_ROWS.names)),
  milestoneAmountTexts: allowMissing(textList(PLAN_ROWS.amounts)),
  removedIds: allowMissing(commaList('removed_milestone_id[]')),
  finishBy: allowMissing(dateField('finish_by', dayFirst)),
  note: allowMissing('note'),
} as const;

const changeInReply = replyWithItem(changeOrderReply, encodeChangeOrder);

export const changeOrderTranslations = [
  translateCall(calls.proposeChange, {
    fields: { jobId: 'job_id', ...wanted, planVersion: allowMissing('plan_version') },
    unpack: unpackWanted,
    reply: changeInReply,
  }),
  translateCall(calls.answerChange, {
    fields: {
      changeId: 'change_id',
      answer: option('answer', {
        agree: 'agree',
        counter: 'counter',
        refuse: 'refuse',
        withdraw: 'withdraw',
      }),
      version: 'version',
      ...wanted,
    },
    unpack: unpackWanted,
    reply: changeInReply,
  }),
  translateCall(calls.changeList, {
    fields: { jobId: 'job_id', ...pageFields },
    reply: replyWithPage(changeOrderReply, encodeChangeOrder),
  }),
];
