/** The two addresses of a service. The authentication address defaults to the service address. */
export class Addresses {
  baseUrl = $state('');
  #authUrl = $state<string | null>(null);

  constructor(given?: { baseUrl: string; authUrl: string }) {
    if (!given) return;
    this.baseUrl = given.baseUrl;
    if (given.authUrl !== given.baseUrl) this.#authUrl = given.authUrl;
  }

  get authUrl(): string {
    return this.#authUrl ?? this.baseUrl;
  }
  set authUrl(value: string) {
    this.#authUrl = value === this.baseUrl ? null : value;
  }

  /** Returns messages by field; an address that follows the other has no separate message. */
  own(errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { authUrl, ...others } = errors;
    return authUrl === undefined || this.#authUrl !== null ? errors : others;
  }

  /** The host of the service address, the default name of a connection. */
  get host(): string {
    return URL.parse(this.baseUrl.trim())?.hostname ?? '';
  }
}
