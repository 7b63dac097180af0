import { createHash } from 'node:crypto';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';

/**
 * Names what a form may change as it is now. The form sends it back, so that a save can tell that something else was saved
 * since the form was filled. A hash instead of a counter or `xmin`: other changes of the row do not count.
 */
export const computeVersion = (fields: object): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);

/** `fields`: as they are under the lock. Clients of the specification send no version; their save goes through. */
export const checkVersion = (sent: string, fields: object): Outcome<null> =>
  sent === '' || sent === computeVersion(fields)
    ? done(null)
    : refuse('conflict', 'common.changed_elsewhere');
