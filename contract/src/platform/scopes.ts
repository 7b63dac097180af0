/**
 * What a session may do. `full`: everything that its account may. `limited`: it was opened by a password, Google or
 * Facebook alone, from a client that the owner has not proven with a code. `suspended`: its account is suspended, and may
 * only withdraw what it earned.
 */
export type SessionScope = 'full' | 'limited' | 'suspended';

/** A scope that a call must name to be open to it. Every other call that needs a session needs a full one. */
export type NarrowScope = Exclude<SessionScope, 'full'>;

/** Whether sessions of this scope may make a call that names these scopes. */
export const isInScope = (scope: SessionScope, scopes: readonly NarrowScope[] = []): boolean =>
  scope === 'full' || scopes.includes(scope);
