import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';

/** Whether what was taken down is the user's. To anybody else the decision does not exist. */
export const isAuthor = (content: { author_id: number }, userId: number | null): boolean =>
  content.author_id === userId;

export const isSelf = (userId: number, otherId: number): boolean => userId === otherId;

/** An appeal goes to another person than the one who decided. */
export const mayDecideAppeal = (decided: { decided_by: number | null }, adminId: number): Ability =>
  allowIf(decided.decided_by !== adminId, 'admin.appeal_own_decision');
