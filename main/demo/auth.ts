import { jwtVerify, SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import { FIRM_IDS, MAIN_FIRM } from './data/firms';
import { redraw, draw, TRAIT } from './data/random';
import { invalid, notFound, unauthorized } from './refusal';

const ID_TOKEN_SECONDS = 3600;
const REFRESH_TOKEN_SECONDS = 30 * 86_400;

export const OWNER_NAME = 'owner@juniper-harbor.example';
const OWNER = { user_id: 5001, profile_id: 7001 } as const;

/** A key with its value, which the service returns only in the response that creates it. */
interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly key: string;
  readonly created_dt_utc: string;
}

/** An API key as listed: never its value. */
export interface ListedKey extends Omit<ApiKey, 'key'> {
  readonly object: 'auth_management.apikey';
  readonly user_id: number;
  readonly profile_id: number;
}

/** Returns text that depends only on its arguments, so that a restarted demo has the same password and first key. */
const secret = (seed: number, purpose: number, length: number): string =>
  Array.from({ length }, (_, position) =>
    'abcdefghijkmnpqrstuvwxyz23456789'.charAt(redraw(draw(seed, purpose, TRAIT.secret), position) % 32),
  ).join('');

/** Sign-in, tokens and API keys of the demo firm's owner (spec section 5). */
export class Auth {
  readonly username = OWNER_NAME;
  readonly password: string;
  readonly firstKey: string;
  readonly #keys = new Map<number, ApiKey>();
  readonly #signing = randomBytes(32);
  readonly #clock: () => Date;
  #nextKey = 101;

  constructor(seed: number, clock: () => Date) {
    this.#clock = clock;
    this.password = `demo-${secret(seed, 1, 10)}`;
    this.firstKey = `jhk_${secret(seed, 2, 40)}`;
    this.#storeKey('Firm Desk (initial)', 'Created with the demo firm', this.firstKey);
  }

  /** Handles POST /oauth2/token with its form fields (spec 5.1). */
  async grant(form: URLSearchParams) {
    switch (form.get('grant_type')) {
      case 'password': {
        if (!form.get('username') || !form.get('password'))
          throw invalid('username and password are required.');
        if (form.get('username') !== this.username || form.get('password') !== this.password)
          throw unauthorized();
        return {
          ...(await this.#idToken()),
          RefreshToken: await this.#sign('refresh', REFRESH_TOKEN_SECONDS),
        };
      }
      case 'refresh_token': {
        const token = form.get('refresh_token');
        if (!token) throw invalid('refresh_token is required.');
        await this.#verify(token, 'refresh');
        return this.#idToken();
      }
      default:
        throw invalid('grant_type must be password or refresh_token.');
    }
  }

  /** Returns the kind of credential in an Authorization header. @throws Refusal 401 */
  async identify(header: string | undefined): Promise<'id-token' | 'api-key'> {
    const bearer = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (!bearer) throw unauthorized();
    for (const key of this.#keys.values()) if (key.key === bearer) return 'api-key';
    await this.#verify(bearer, 'id');
    return 'id-token';
  }

  /** Creates a key; only this response contains its value (spec 5.2). */
  createKey(name: string, description: string): ListedKey & { readonly key: string } {
    const apiKey = this.#storeKey(name, description, `jhk_${randomBytes(30).toString('base64url')}`);
    return { ...toListedKey(apiKey), key: apiKey.key };
  }

  listKeys(): ListedKey[] {
    return [...this.#keys.values()].map(toListedKey);
  }

  key(id: number): ListedKey {
    const apiKey = this.#keys.get(id);
    if (!apiKey) throw notFound();
    return toListedKey(apiKey);
  }

  deleteKey(id: number): void {
    if (!this.#keys.delete(id)) throw notFound();
  }

  #storeKey(name: string, description: string, key: string): ApiKey {
    const created = this.#clock().toISOString().slice(0, 19);
    const apiKey = { id: this.#nextKey++, name, description, key, created_dt_utc: `${created}Z` };
    this.#keys.set(apiKey.id, apiKey);
    return apiKey;
  }

  async #idToken() {
    return {
      ExpiresIn: ID_TOKEN_SECONDS,
      TokenType: 'Bearer',
      IdToken: await this.#sign('id', ID_TOKEN_SECONDS),
    } as const;
  }

  #sign(use: 'id' | 'refresh', seconds: number): Promise<string> {
    const now = Math.floor(this.#clock().getTime() / 1000);
    const user = {
      ...OWNER,
      firm_id: MAIN_FIRM,
      is_firm_user: true,
      is_client_user: false,
      firm_ids: FIRM_IDS,
    };
    return new SignJWT({ token_use: use, 'x:user': user })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#signing);
  }

  async #verify(token: string, use: 'id' | 'refresh'): Promise<void> {
    const verified = await jwtVerify(token, this.#signing, { currentDate: this.#clock() }).catch(
      () => undefined,
    );
    if (verified?.payload['token_use'] !== use) throw unauthorized();
  }
}

const toListedKey = ({ id, name, description, created_dt_utc }: ApiKey): ListedKey => ({
  object: 'auth_management.apikey',
  id,
  ...OWNER,
  name,
  description,
  created_dt_utc,
});
