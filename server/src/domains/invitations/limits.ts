import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  invite_user: ['60/1d', 'invitations that one user sends'],
  mute_invitations_user: ['100/1d', 'posters whose invitations one user mutes'],
});
