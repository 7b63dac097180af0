import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translate } from '../../platform/i18n/index.ts';
import { loadPart } from '../../platform/offline/index.ts';

/** Old browsers, and some built into other apps, do not support passkeys. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

const library = () => loadPart(() => import('@simplewebauthn/browser'));

/** The assertion of the user's passkey, for the server. Rejects with the message to show when there is none. */
export async function askPasskey(options: string): Promise<string> {
  const { startAuthentication } = await library();
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch(() => {
    throw new Error(translate('identity.login_passkey_failed'));
  });
  return JSON.stringify(answer);
}

/** A new passkey on the user's device, for the server. Rejects with the message to show when none was created. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration, WebAuthnError } = await library();
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isThere =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new Error(translate(isThere ? 'identity.passkey_exists' : 'identity.passkey_failed'));
  });
  return JSON.stringify(made);
}
