import type { ColumnType } from 'kysely';

/** The state of a lifecycle. Only `platform/transition.ts` changes it: any other update of it does not compile. */
export type StateColumn<State extends string> = ColumnType<State, State | undefined, undefined>;
