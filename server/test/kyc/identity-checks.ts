import { submitIdentity, videoCode } from '@fws/contract/kyc/calls';
import { isAadhaar, isPan } from '@fws/contract/platform/identifiers';
import type { TestUser, WireAnswer } from '../user.ts';
import type { World } from '../world.ts';

const WEBM_HEAD = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581';
const MP4_HEAD = '0000001c6674797069736f350000020069736f3569736f366d703431';

/** A video with the first bytes of a browser recording. No two are equal. */
export const createVideo = (kind: 'webm' | 'mp4' = 'webm', bytes = 2000): Blob =>
  new File(
    [
      Buffer.from(kind === 'webm' ? WEBM_HEAD : MP4_HEAD, 'hex'),
      crypto.getRandomValues(new Uint8Array(36)),
      Buffer.alloc(bytes),
    ],
    `recording.${kind}`,
  );

export async function requestCode(user: TestUser): Promise<string> {
  return (await user.done(videoCode, {})).code;
}

export const AADHAAR = {
  own: '234123412346',
  refused: '234123470000',
  pending: '234123441111',
  other: '234123452222',
} as const;

type SubmitOptions = {
  /** The number as it is; otherwise one of this user's own, with the same four digits. */
  asPrinted?: boolean;
  code?: string;
  file?: Blob | null;
  captcha?: string;
  sessionId?: string;
  nameOnId?: string;
};

/** One identity verifies one account, so each user has numbers of their own. The four digits say how a check goes. */
function toOwnNumber({ id }: TestUser, kind: 'aadhaar' | 'pan' | 'gstin', number: string): string {
  if (kind === 'gstin') return number;
  if (kind === 'pan') {
    if (!isPan(number)) return number;
    const letters = [676, 26, 1]
      .map((unit) => String.fromCharCode(65 + (Math.floor(id / unit) % 26)))
      .join('');
    return letters + number.slice(3);
  }
  if (!isAadhaar(number)) return number;
  const own = `2${String(id).padStart(6, '0').slice(-6)}`;
  const fitting = Array.from({ length: 10 }, (_, digit) => `${own}${digit}${number.slice(-4)}`);
  return fitting.find(isAadhaar) ?? number;
}

/** Submits a number with a new code and a new video, unless others are given. */
export async function submit(
  user: TestUser,
  kind: 'aadhaar' | 'pan' | 'gstin',
  number: string,
  { asPrinted, code, file, captcha = '', sessionId = '', nameOnId = '' }: SubmitOptions = {},
): Promise<WireAnswer> {
  const usedCode = code ?? (await requestCode(user));
  const sent = asPrinted ? number : toOwnNumber(user, kind, number);
  const values = { kind, number: sent, code: usedCode, captcha, sessionId, nameOnId };
  return user.call(submitIdentity, values, file === null ? {} : { files: { video: file ?? createVideo() } });
}

/** The user's check that was made last. */
export const findNewestCheck = (world: World, user: TestUser) =>
  world.db
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Reads the characters of the newest captcha of a user from the sandbox. */
export async function readCaptcha(world: World, user: TestUser): Promise<{ id: string; captcha: string }> {
  const response = await fetch(`${world.sandboxUrl}/control/okyc?mobile=${encodeURIComponent(user.mobile)}`);
  const [newest] = (await response.json()) as { id: string; captcha: string }[];
  if (!newest) throw new Error('no captcha was created for this user');
  return newest;
}

export async function readAadhaarOtp(world: World, user: TestUser): Promise<string> {
  const response = await fetch(`${world.sandboxUrl}/outbox.json?to=${encodeURIComponent(user.mobile)}`);
  const messages = (await response.json()) as { text: string; otp: string | null }[];
  const otp = messages.find(({ text }) => text.includes('Aadhaar'))?.otp;
  if (!otp) throw new Error('no one-time password was sent');
  return otp;
}
