import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './error.ts';

// AWS Signature Version 4 for S3, in the Authorization header and in the query.

export interface SignedRequest {
  method: string;
  /** Path and query, as they were sent. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** What the request says about its body: a SHA-256 in hexadecimal, or one of the words for an unsigned body. */
export type PayloadHash = string;

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW_MS = 15 * 60_000;
const LONGEST_LINK_SECONDS = 7 * 24 * 3600;

/** Throws the error that S3 answers, or returns what was signed about the body. */
export function verifySignature(request: SignedRequest, credentials: Credentials, now: Date): PayloadHash {
  const query = parseQuery(request.url);
  if (query.some(([name]) => name === 'X-Amz-Algorithm')) {
    if (request.headers.authorization !== undefined)
      throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
    return verifyLink(request, query, credentials, now);
  }
  return verifyHeader(request, query, credentials, now);
}

type Query = [string, string][];

const denied = (message: string) => new S3Error(403, 'AccessDenied', message);

function verifyHeader(
  request: SignedRequest,
  query: Query,
  credentials: Credentials,
  now: Date,
): PayloadHash {
  const header = readHeader(request, 'authorization');
  if (header === '') throw denied('Access Denied');
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header);
  if (!match) throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed');
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const stamp = readHeader(request, 'x-amz-date');
  if (Math.abs(parseStamp(stamp).getTime() - now.getTime()) > SKEW_MS)
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and now is too large',
    );
  const payloadHash = readHeader(request, 'x-amz-content-sha256');
  if (payloadHash === '') throw new S3Error(400, 'InvalidRequest', 'Missing x-amz-content-sha256');
  const names = signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !names.includes(name),
  );
  if (unsigned !== undefined || !names.includes('host'))
    throw denied('There were headers present in the request which were not signed');
  compareSignature(signature, { request, query, names, payloadHash, stamp, credential, credentials });
  return payloadHash;
}

function verifyLink(request: SignedRequest, query: Query, credentials: Credentials, now: Date): PayloadHash {
  const read = (name: string): string => query.find(([key]) => key === name)?.[1] ?? '';
  if (read('X-Amz-Algorithm') !== ALGORITHM)
    throw new S3Error(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Algorithm only supports AWS4-HMAC-SHA256',
    );
  const stamp = read('X-Amz-Date');
  const seconds = Number(read('X-Amz-Expires'));
  if (!(seconds > 0 && seconds <= LONGEST_LINK_SECONDS))
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be between 1 and 604800');
  const begin = parseStamp(stamp).getTime();
  if (begin - SKEW_MS > now.getTime()) throw denied('Request is not valid yet');
  if (begin + seconds * 1000 < now.getTime()) throw denied('Request has expired');
  const names = read('X-Amz-SignedHeaders').split(';');
  const payloadHash = read('X-Amz-Content-Sha256') || 'UNSIGNED-PAYLOAD';
  compareSignature(read('X-Amz-Signature'), {
    request,
    query: query.filter(([name]) => name !== 'X-Amz-Signature'),
    names,
    payloadHash,
    stamp,
    credential: read('X-Amz-Credential'),
    credentials,
  });
  return payloadHash;
}

interface Signing {
  request: SignedRequest;
  query: Query;
  names: string[];
  payloadHash: string;
  stamp: string;
  credential: string;
  credentials: Credentials;
}

function compareSignature(signature: string, signing: Signing): void {
  const { credential, credentials, stamp } = signing;
  const [accessKeyId, date = '', region, service, terminator] = credential.split('/');
  if (accessKeyId !== credentials.accessKeyId)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist');
  if (region !== credentials.region)
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The region '${region}' is wrong; expecting '${credentials.region}'`,
    );
  if (service !== 's3' || terminator !== 'aws4_request' || !stamp.startsWith(date))
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The credential scope is wrong');
  const scope = [date, region, service, terminator].join('/');
  const text = [ALGORITHM, stamp, scope, hash(buildCanonicalRequest(signing))].join('\n');
  let key: Buffer | string = `AWS4${credentials.secretAccessKey}`;
  for (const part of [date, region, service, terminator]) key = hmac(key, part);
  const expected = hmac(key, text).toString('hex');
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided',
    );
}

function buildCanonicalRequest({ request, query, names, payloadHash }: Signing): string {
  const path = request.url.split('?')[0] ?? '';
  const headers = names.map((name) => `${name}:${readHeader(request, name).trim().replace(/ +/g, ' ')}\n`);
  const pairs = query
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((first, second) => (first < second ? -1 : 1));
  return [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    pairs.join('&'),
    headers.join(''),
    names.join(';'),
    payloadHash,
  ].join('\n');
}

function readHeader({ headers }: SignedRequest, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function parseQuery(url: string): Query {
  const text = url.split('?')[1] ?? '';
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
  });
}

/** `20261126T103000Z` */
function parseStamp(stamp: string): Date {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (!match) throw denied('A valid x-amz-date is required');
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** RFC 3986: only letters, digits and `-._~` stay as they are. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
