import webPush from 'web-push';
import type { PushSender } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { reachFaultPoint } from '../../platform/fault-point.ts';
import { createDeadlineSignal } from '../deadline.ts';
import { createProviderCircuit, type ProviderCircuit } from '../provider-circuit.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushConfig {
  keys: VapidKeys;
  /** `mailto:…`: whom a push service may write to. */
  contact: string;
  /** The address of the sandbox's push service; null where it may not be used. */
  sandboxUrl: string | null;
}

/**
 * The push services of Chrome and others, Firefox, Edge and Safari. Browsers send us any address they like, so no other
 * host is called: it could be one of our own network.
 */
const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)+notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
];

const ANSWER_WITHIN_MS = 6000;
/** Answers are empty or a short explanation. */
const ANSWER_BYTES_MAX = 16 * 1024;
const PAYLOAD_BYTES_MAX = 3000;
const TOPIC = /^[\w-]{1,32}$/;
const ENDPOINT_MAX = 1000;
const WAIT_WHEN_LIMITED_MS = 60_000;
const LONGEST_WAIT_MS = 3600_000;

export function createWebPush({ keys, contact, sandboxUrl }: WebPushConfig): PushSender {
  // Each service fails on its own.
  const circuits = new Map<string, ProviderCircuit>();
  const getCircuit = (service: string): ProviderCircuit => {
    const circuit = circuits.get(service) ?? createProviderCircuit(`push ${service}`);
    circuits.set(service, circuit);
    return circuit;
  };

  const isPushService = (endpoint: string): boolean => {
    if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return false;
    const { href, protocol, hostname, port, username, password } = new URL(endpoint);
    // `href` has no `..` any more.
    if (sandboxUrl !== null && href.startsWith(`${sandboxUrl}/`)) return true;
    return (
      protocol === 'https:' &&
      port === '' &&
      username + password === '' &&
      PUSH_HOSTS.some((host) => host.test(hostname))
    );
  };

  return {
    publicKey: keys.publicKey,
    isPushService,

    async send({ endpoint, p256dh, auth, payload, topic, ttlSeconds, urgency }) {
      if (!isPushService(endpoint))
        throw new ProviderError('rejected', 'not_a_push_service', 'the address belongs to no push service');
      if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX)
        throw new ProviderError('rejected', 'payload_too_large', 'the push has too many bytes');
      if (!TOPIC.test(topic))
        throw new ProviderError('rejected', 'bad_topic', 'the topic is not 1 to 32 characters of base64url');
      const request = encrypt({ endpoint, keys: { p256dh, auth } }, payload, {
        contentEncoding: 'aes128gcm',
        TTL: ttlSeconds,
        topic,
        urgency,
        vapidDetails: { subject: contact, ...keys },
      });
      const { host } = new URL(endpoint);
      const circuit = getCircuit(toService(host));
      return circuit.run('send', () => post(request, (waitMs) => circuit.pauseFor('send', waitMs)));
    },
  };
}

/** Windows and Apple give each browser a host of its own. */
const toService = (host: string): string => host.split('.').slice(-3).join('.');

type PushRequest = Pick<webPush.RequestDetails, 'endpoint' | 'headers' | 'body'>;

/** The library encrypts and signs (RFC 8291, 8292). It throws when the browser's keys are no keys. */
function encrypt(
  subscription: webPush.PushSubscription,
  payload: string,
  options: webPush.RequestOptions,
): PushRequest {
  try {
    return webPush.generateRequestDetails(subscription, payload, options);
  } catch {
    throw new ProviderError('rejected', 'bad_subscription', 'the subscription has no valid keys');
  }
}

async function post(request: PushRequest, onLimit: (waitMs: number) => void): Promise<'sent' | 'gone'> {
  reachFaultPoint('before_provider');
  const { status, retryAfterMs, explanation } = await exchange(request);
  reachFaultPoint('after_provider');
  if (status === 404 || status === 410) return 'gone';
  if (status === 429) {
    const waitMs = retryAfterMs ?? WAIT_WHEN_LIMITED_MS;
    onLimit(waitMs);
    throw new ProviderError('limited', 'rate_limited', 'too many pushes', waitMs);
  }
  if (status >= 500 || status === 408)
    throw new ProviderError('unknown', `http_${status}`, `the push service answered ${status}`);
  if (status >= 300) throw new ProviderError('rejected', `push_${status}`, explanation);
  return 'sent';
}

/** Sends it ourselves: the library's own sending has no limit for the answer's size. Redirects are not followed. */
async function exchange({ endpoint, headers, body }: PushRequest) {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'),
      ),
      body: body ? new Uint8Array(body) : null,
      redirect: 'manual',
      signal: createDeadlineSignal(ANSWER_WITHIN_MS),
    });
    const seconds = Number(response.headers.get('retry-after') ?? '');
    return {
      status: response.status,
      retryAfterMs: seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null,
      explanation: await readStart(response),
    };
  } catch (error) {
    const code = error instanceof Error && error.name === 'TimeoutError' ? 'timed_out' : 'no_answer';
    throw new ProviderError('unknown', code, 'the push service did not answer');
  }
}

/** Reads no more than the limit, whatever the service sends. */
async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ANSWER_BYTES_MAX) break; // cancels the rest
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll(/\s+/g, ' ').slice(0, 160);
}
