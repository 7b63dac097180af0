import type { ColumnType } from 'kysely';

/** The state of a lifecycle. Only `platform/transition.ts` changes it: any other update of it does not compile. */
export type StateColumn<State extends string> = ColumnType<State, State | undefined, undefined>;

/** The same for a table whose rows may begin in several states, so that an insert must name one. */
export type RequiredStateColumn<State extends string> = ColumnType<State, State, undefined>;
