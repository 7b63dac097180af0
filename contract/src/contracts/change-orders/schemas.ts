import * as z from 'zod/mini';
import type { ChangeState } from './lifecycle.ts';
import { MILESTONES_MAX, REASON_MAX, TITLE_MAX } from '../../platform/limits.ts';
import {
  ability,
  formVersion,
  idText,
  knownText,
  maybeDate,
  maybeText,
  optionalIdText,
  optionalText,
  pageFields,
  rupeeText,
} from '../../platform/schemas.ts';
import { parseRupees } from '../../platform/money.ts';
import type { SharedMessageId } from '../../platform/messages.ts';
import { SIDES } from '../model.ts';
import { CHANGE_ANSWERS, PART_CHANGES } from './model.ts';

/** A list that a client may omit: it is empty then. */
const maybeList = <Item extends z.ZodMiniType>(item: Item) =>
  z.pipe(
    z.optional(z.array(item).check(z.maxLength(MILESTONES_MAX, 'quotes.too_many_milestones'))),
    z.transform((items) => items ?? []),
  );

/**
 * The wanted state of the unfunded milestones, row by row. A row with an id changes that milestone, or keeps it; one
 * without adds a milestone. Only those in `removedIds` are removed; what is not named stays as it is.
 */
const wanted = {
  milestoneIds: maybeList(optionalIdText('contracts.milestone_not_found')),
  milestoneNames: maybeList(optionalText(TITLE_MAX)),
  milestoneAmountTexts: maybeList(z.pipe(rupeeText(), z.transform(parseRupees))),
  removedIds: maybeList(idText('contracts.milestone_not_found')),
  /** Empty, or left out: the day stays as it is. An agreed day can be moved, but not taken away. */
  finishBy: maybeDate('contracts.change_date_form'),
  note: maybeText(REASON_MAX),
};
const wantedFields = z.object(wanted);
type WantedForm = z.output<typeof wantedFields>;

const rule = <Form extends WantedForm>(
  isValid: (form: Form) => boolean,
  field: keyof WantedForm,
  message: SharedMessageId,
) => z.refine<Form>(isValid, { path: [field], message, when: () => true });

const listRules = <Form extends WantedForm>() =>
  [
    rule<Form>(
      (form) =>
        form.milestoneNames.length === form.milestoneIds.length &&
        form.milestoneNames.every((name) => name !== ''),
      'milestoneNames',
      'quotes.milestone_name_required',
    ),
    rule<Form>(
      (form) =>
        form.milestoneAmountTexts.length === form.milestoneIds.length &&
        form.milestoneAmountTexts.every((paise) => paise !== null && paise >= 1_00),
      'milestoneAmountTexts',
      'quotes.milestone_amount_invalid',
    ),
  ] as const;

/** One milestone as a side wants it; without an id it is new. */
export interface WantedPart {
  milestoneId: number | null;
  name: string;
  amountPaise: number;
}

export interface WantedPlan {
  parts: WantedPart[];
  removedIds: number[];
  /** Null: the day stays as it is. */
  finishBy: string | null;
  note: string;
}

const toWantedPlan = (form: WantedForm): WantedPlan => ({
  parts: form.milestoneIds.map((milestoneId, row) => {
    const [name, amountPaise] = [form.milestoneNames[row], form.milestoneAmountTexts[row]];
    if (name === undefined || typeof amountPaise !== 'number')
      throw new TypeError('the rules of the form let an incomplete row pass');
    return { milestoneId, name, amountPaise };
  }),
  removedIds: form.removedIds,
  finishBy: form.finishBy ?? null,
  note: form.note,
});

const proposeFields = z.object({
  jobId: idText('contracts.not_found'),
  ...wanted,
  /** The version of the plan that was shown. Empty: the client sends none, and nothing is compared. */
  planVersion: formVersion,
});

export const proposeChange = z.pipe(
  proposeFields.check(...listRules<z.output<typeof proposeFields>>()),
  z.transform((form) => ({
    jobId: form.jobId,
    planVersion: form.planVersion,
    wanted: toWantedPlan(form),
  })),
);
export type ProposeChangeValues = z.input<typeof proposeChange>;
export type ProposeChange = z.output<typeof proposeChange>;

const answerFields = z.object({
  changeId: idText('contracts.change_not_found'),
  answer: z.enum(CHANGE_ANSWERS, 'contracts.change_answer_required'),
  /** The number of the turn that was shown to the caller. */
  version: z.pipe(
    z.string().check(z.regex(/^\d{1,2}$/, 'contracts.change_moved')),
    z.transform((text: string) => Number(text)),
  ),
  /** Only the answer `counter` reads these. */
  ...wanted,
});

export const answerChange = z.pipe(
  answerFields.check(...listRules<z.output<typeof answerFields>>()),
  z.transform((form) => ({
    changeId: form.changeId,
    answer: form.answer,
    version: form.version,
    wanted: toWantedPlan(form),
  })),
);
export type AnswerChangeValues = z.input<typeof answerChange>;
export type AnswerChange = z.output<typeof answerChange>;

export const changesOfJob = z.object({ jobId: idText('contracts.not_found'), ...pageFields });

/** One milestone before and after the change. */
const changeRow = z.object({
  kind: z.enum(PART_CHANGES),
  /** Null for a milestone that the change would add. */
  milestoneId: z.nullable(z.number()),
  position: z.number(),
  /** Null for an added milestone. */
  nameBefore: z.nullable(z.string()),
  amountBeforePaise: z.nullable(z.number()),
  /** Null for a removed milestone. */
  name: z.nullable(z.string()),
  amountPaise: z.nullable(z.number()),
});
export type ChangeRow = z.output<typeof changeRow>;

export const changeOrder = z.object({
  id: z.number(),
  jobId: z.number(),
  state: knownText<ChangeState>(),
  /** Who made the last proposal. */
  side: z.enum(SIDES),
  /** How many proposals were made. Sent with an answer, so that nobody answers what they did not see. */
  version: z.number(),
  /** The version of the plan that it changes. */
  planVersion: z.number(),
  openedAt: z.string(),
  /** When the last proposal lapses, or would have. */
  dueAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** All milestones of the plan and the added ones, in their order, by the last proposal. */
  rows: z.array(changeRow),
  totalBeforePaise: z.number(),
  totalPaise: z.number(),
  /** The day by which the work is done; null while none is agreed. */
  finishByBefore: z.nullable(z.string()),
  finishBy: z.nullable(z.string()),
  /** All proposals, oldest first. */
  turns: z.array(
    z.object({
      side: z.enum(SIDES),
      note: z.string(),
      at: z.string(),
      totalPaise: z.number(),
      finishBy: z.nullable(z.string()),
    }),
  ),
  agree: ability,
  counter: ability,
  refuse: ability,
  withdraw: ability,
});
export type ChangeOrder = z.output<typeof changeOrder>;
