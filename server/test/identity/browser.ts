import { recordReply } from '../coverage/replies.ts';
import type { World } from '../world.ts';
import { waitForCode } from './codes.ts';

export type Provider = 'google' | 'facebook';
export type Person = Record<string, string>;

/** A minimal browser that keeps cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #world: World;
  readonly #address: string | null;

  /** `address`: where it calls from, for a world that trusts a proxy. */
  constructor(world: World, address: string | null = null) {
    this.#world = world;
    this.#address = address;
  }

  async visit(url: string, body?: Record<string, string>): Promise<string> {
    const response = await fetch(new URL(url, this.#world.url), {
      redirect: 'manual',
      headers: { cookie: this.#cookie() },
      ...(body ? { method: 'POST', body: new URLSearchParams(body) } : {}),
    });
    this.#keep(response);
    return response.headers.get('location') ?? `status ${response.status}`;
  }

  /** Makes a call as the web app does. */
  async call(name: string, values: Record<string, unknown> = {}) {
    const response = await fetch(`${this.#world.url}/api/${name}`, {
      method: 'POST',
      headers: {
        'x-fws-client': 'web',
        'content-type': 'application/json',
        cookie: this.#cookie(),
        ...(this.#address !== null && { 'x-forwarded-for': this.#address }),
      },
      body: JSON.stringify(values),
    });
    this.#keep(response);
    const reply = (await response.json()) as Record<string, unknown> & { data: unknown };
    return recordReply(name, { httpStatus: response.status, ...reply }, response.status);
  }

  /** Signs in at the issuer. Returns the callback's address without visiting it. */
  async signInAtIssuer(provider: Provider, person: Person, next = '/'): Promise<string> {
    const atIssuer = await this.visit(`/api/social/${provider}?next=${encodeURIComponent(next)}`);
    return this.visit(atIssuer, person);
  }

  async completeSignIn(provider: Provider, person: Person, next = '/'): Promise<string> {
    return this.visit(await this.signInAtIssuer(provider, person, next));
  }

  /** Gives the code that a login in a new browser asks for. */
  async confirmLogin(mobile: string): Promise<void> {
    const code = await waitForCode(this.#world.sandboxUrl, mobile);
    const { httpStatus, ...reply } = await this.call('login_confirm', { method: 'otp', code });
    if (httpStatus !== 200) throw new Error(`login_confirm answered ${JSON.stringify(reply)}`);
  }

  #cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
