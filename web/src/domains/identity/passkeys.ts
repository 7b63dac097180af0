import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translate } from '../../platform/i18n/index.ts';
import { loadPart } from '../../platform/offline/index.ts';

/** Old browsers, and some built into other apps, do not support passkeys. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

const loadLibrary = () => loadPart(() => import('@simplewebauthn/browser'));

/** The assertion of the user's passkey, for the server. Rejects with the message to show when there is none. */
export async function requestPasskeyAssertion(options: string): Promise<string> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const assertion = await startAuthentication({ optionsJSON }).catch(() => {
    throw new Error(translate('identity.login_passkey_failed'));
  });
  return JSON.stringify(assertion);
}

/** A new passkey on the user's device, for the server. Rejects with the message to show when none was created. */
export async function createPasskey(options: string): Promise<string> {
  const { startRegistration, WebAuthnError } = await loadLibrary();
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isDuplicate =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new Error(translate(isDuplicate ? 'identity.passkey_exists' : 'identity.passkey_failed'));
  });
  return JSON.stringify(credential);
}
