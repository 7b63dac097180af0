import { expect, test } from 'vitest';
import { verifyBody } from './body.ts';
import { verifySignature, type SignedRequest } from './signature.ts';

// The examples of "Authenticating Requests (AWS Signature Version 4)" in the documentation of S3.

const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NOW = new Date('2013-05-24T00:10:00Z');

const SIGNED: SignedRequest = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const LINK: SignedRequest = {
  method: 'GET',
  url: '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host: 'examplebucket.s3.amazonaws.com' },
};

const verify = (request: SignedRequest, now = NOW) => verifySignature(request, CREDENTIALS, now);
const changeHeaders = (headers: SignedRequest['headers']): SignedRequest => ({
  ...SIGNED,
  headers: { ...SIGNED.headers, ...headers },
});

test('accepts the documented signatures in a header and in an address', () => {
  expect(verify(SIGNED)).toBe(EMPTY);
  expect(verify(LINK)).toBe('UNSIGNED-PAYLOAD');
});

test.each<[string, SignedRequest, string]>([
  ['another method', { ...SIGNED, method: 'DELETE' }, 'SignatureDoesNotMatch'],
  ['another path', { ...SIGNED, url: '/other.txt' }, 'SignatureDoesNotMatch'],
  ['a further parameter', { ...SIGNED, url: '/test.txt?acl=' }, 'SignatureDoesNotMatch'],
  ['a changed header', changeHeaders({ range: 'bytes=0-99' }), 'SignatureDoesNotMatch'],
  ['a header of S3 that is not signed', changeHeaders({ 'x-amz-acl': 'public-read' }), 'AccessDenied'],
  ['no signature', changeHeaders({ authorization: undefined }), 'AccessDenied'],
  [
    'an authorization that it cannot read',
    changeHeaders({ authorization: 'Bearer 1' }),
    'AuthorizationHeaderMalformed',
  ],
  [
    'another region',
    changeHeaders({ authorization: String(SIGNED.headers.authorization).replace('us-east-1', 'eu-west-1') }),
    'AuthorizationHeaderMalformed',
  ],
  [
    'an unknown key',
    changeHeaders({ authorization: String(SIGNED.headers.authorization).replace('AKIA', 'ASIA') }),
    'InvalidAccessKeyId',
  ],
  ['a changed address', { ...LINK, url: `${LINK.url}&response-content-type=a` }, 'SignatureDoesNotMatch'],
  [
    'an address of another host',
    { ...LINK, headers: { host: 'other.s3.amazonaws.com' } },
    'SignatureDoesNotMatch',
  ],
  [
    'an address that is valid for more than a week',
    { ...LINK, url: LINK.url.replace('86400', '864000') },
    'AuthorizationQueryParametersError',
  ],
])('refuses %s', (_, request, code) => {
  expect(() => verify(request)).toThrow(expect.objectContaining({ code }));
});

test('refuses a request of a clock that is wrong by more than a quarter of an hour, and an address that has ended', () => {
  const at = (iso: string) => new Date(iso);
  expect(() => verify(SIGNED, at('2013-05-24T00:16:00Z'))).toThrow('The difference between the request time');
  expect(() => verify(SIGNED, at('2013-05-23T23:44:00Z'))).toThrow('The difference between the request time');
  expect(verify(LINK, at('2013-05-24T23:59:59Z'))).toBe('UNSIGNED-PAYLOAD');
  expect(() => verify(LINK, at('2013-05-25T00:00:01Z'))).toThrow('Request has expired');
  expect(() => verify(LINK, at('2013-05-23T23:00:00Z'))).toThrow('Request is not valid yet');
});

const TRAILER = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
/** The documented checksum of `123456789`. */
const CRC32 = 'y/Q5Jg==';
const chunked = (trailer: string) => Buffer.from(`5\r\n12345\r\n4\r\n6789\r\n0\r\n${trailer}\r\n`);
const trailerHeaders = { 'x-amz-decoded-content-length': '9', 'x-amz-trailer': 'x-amz-checksum-crc32' };

test('decodes a body in chunks and compares the checksum in its trailer', () => {
  expect(verifyBody(chunked(`x-amz-checksum-crc32:${CRC32}\r\n`), trailerHeaders, TRAILER)).toEqual({
    bytes: Buffer.from('123456789'),
    checksum: { name: 'crc32', value: CRC32 },
  });
});

test.each<[string, Buffer, Record<string, string>, string, string]>([
  [
    'a wrong checksum in the trailer',
    chunked('x-amz-checksum-crc32:AAAAAA==\r\n'),
    trailerHeaders,
    TRAILER,
    'BadDigest',
  ],
  ['a trailer that does not come', chunked(''), trailerHeaders, TRAILER, 'MalformedTrailerError'],
  [
    'another length than it was announced with',
    chunked(`x-amz-checksum-crc32:${CRC32}\r\n`),
    { ...trailerHeaders, 'x-amz-decoded-content-length': '8' },
    TRAILER,
    'IncompleteBody',
  ],
  ['a body that is cut off', Buffer.from('5\r\n123'), trailerHeaders, TRAILER, 'IncompleteBody'],
  [
    'a wrong checksum in a header',
    Buffer.from('x'),
    { 'x-amz-checksum-sha256': 'AAAA' },
    'UNSIGNED-PAYLOAD',
    'BadDigest',
  ],
  ['a body with another hash than the signed one', Buffer.from('x'), {}, EMPTY, 'XAmzContentSHA256Mismatch'],
])('refuses %s', (_, raw, headers, payloadHash, code) => {
  expect(() => verifyBody(raw, headers, payloadHash)).toThrow(expect.objectContaining({ code }));
});
