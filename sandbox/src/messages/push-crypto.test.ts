import { expect, test } from 'vitest';
import { createBrowserKeys, decryptPush } from './push-crypto.ts';

// The example of RFC 8291, appendix A.
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const body = Buffer.from(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  'base64url',
);

test('decrypts the example of the standard', () => {
  expect(decryptPush(body, keys)).toBe('When I grow up, I want to be a watermelon');
});

test('refuses a message for another browser and a changed one', () => {
  expect(() => decryptPush(body, createBrowserKeys())).toThrow('unable to authenticate');
  expect(() => decryptPush(body, { ...keys, auth: createBrowserKeys().auth })).toThrow(
    'unable to authenticate',
  );
  const changed = Buffer.from(body);
  changed[changed.length - 20]! ^= 1;
  expect(() => decryptPush(changed, keys)).toThrow('unable to authenticate');
  expect(() => decryptPush(Buffer.alloc(200), keys)).toThrow('not a public key');
});
