import { OUTSIDE_CHANNELS, type OutsideChannel } from '@fws/contract/notifications/channels';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';

/** Why a channel cannot reach the person, whatever is ticked. */
export type Obstacle =
  | 'pushNotSetUp'
  | 'pushOff'
  | 'whatsAppNotSetUp'
  | 'whatsAppNotAgreed'
  | 'mobileNotVerified'
  | 'emailNotVerified'
  | 'emailReturned';

export function findObstacle(settings: NotificationSettings, channel: OutsideChannel): Obstacle | null {
  const { push, whatsapp, mobile, email } = settings;
  switch (channel) {
    case 'push':
      if (push.publicKey === null) return 'pushNotSetUp';
      return push.devices.length === 0 ? 'pushOff' : null;
    case 'whatsapp':
      if (!whatsapp.isAvailable) return 'whatsAppNotSetUp';
      if (!mobile.isVerified) return 'mobileNotVerified';
      return whatsapp.agreedAt === null ? 'whatsAppNotAgreed' : null;
    case 'sms':
      return mobile.isVerified ? null : 'mobileNotVerified';
    case 'email':
      if (!email.isVerified) return 'emailNotVerified';
      return email.isReturned ? 'emailReturned' : null;
  }
}

/** Each once, in the order of the channels. */
export const listObstacles = (settings: NotificationSettings): Obstacle[] => [
  ...new Set(OUTSIDE_CHANNELS.flatMap((channel) => findObstacle(settings, channel) ?? [])),
];
