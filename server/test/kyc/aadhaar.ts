import { expect } from 'vitest';
import { aadhaarCaptcha, submitAadhaarOtp } from '@fws/contract/kyc/calls';
import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import { AADHAAR, readAadhaarOtp, readCaptcha, requestCode, submit } from './identity-checks.ts';

/** Creates steps for tests of Aadhaar numbers. Each step reads the world when it runs, because tests create it later. */
export function createAadhaarSteps(world: () => World) {
  const answerOtp = (user: TestUser, sessionId: string, otp: string) =>
    user.call(submitAadhaarOtp, { sessionId, otp });
  const toWrongOtp = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

  /** Starts a session and submits the number, up to the request for the one-time password. */
  async function startAndSubmit(
    user: TestUser,
    number: string,
    nameOnId = '',
    options: { asPrinted?: boolean } = {},
  ) {
    const { sessionId, image } = await user.done(aadhaarCaptcha, {});
    const { captcha, id } = await readCaptcha(world(), user);
    const code = await requestCode(user);
    const answer = await submit(user, 'aadhaar', number, { ...options, code, captcha, sessionId, nameOnId });
    return { sessionId, image, code, captcha, id, answer };
  }

  async function requestOtp(
    user: TestUser,
    number: string = AADHAAR.own,
    nameOnId = '',
    options: { asPrinted?: boolean } = {},
  ) {
    const submission = await startAndSubmit(user, number, nameOnId, options);
    expect(submission.answer).toMatchObject({
      httpStatus: 200,
      message: 'The one time password is on its way to the mobile linked with your Aadhaar',
      data: { sessionId: submission.sessionId, state: 'none' },
    });
    return { ...submission, otp: await readAadhaarOtp(world(), user) };
  }

  return { answerOtp, toWrongOtp, startAndSubmit, requestOtp };
}
