import { TestUser } from '../user.ts';

/** A user whose session and position are in cookies, as in a browser. */
export class Browser extends TestUser {
  readonly #cookies: Map<string, string>;

  constructor(user: TestUser, url = user.url, cookies = new Map([['fws_session', user.token]])) {
    super(url, user);
    this.#cookies = cookies;
  }

  /** The same browser at another node. */
  at = (url: string): Browser => new Browser(this, url, this.#cookies);

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  protected override async send(
    url: string,
    body: FormData | string,
    { authorization: _authorization, ...headers }: Record<string, string>,
  ): Promise<Response> {
    const response = await fetch(url, { method: 'POST', body, headers: { ...headers, cookie: this.cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return response;
  }
}
