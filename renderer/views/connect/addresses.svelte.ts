/** The two addresses of a service. The authentication address is that of the service until somebody says otherwise. */
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

  /** The host of the service address, for a first name of the connection. */
  get host(): string {
    return URL.parse(this.baseUrl.trim())?.hostname ?? '';
  }
}
