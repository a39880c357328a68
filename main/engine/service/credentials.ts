import { z } from 'zod';
import type { Credential } from '#contract/connection';
import { fail, FailureError, failureOf } from '#contract/failure';
import { parseJson } from '#common/parse-json';
import type { Clock } from './clock';
import { isFailure } from './failures';
import type { KnownSecrets } from './redact';

/** Posts a form to the token endpoint and returns the response's text. */
export type PostToken = (form: Readonly<Record<string, string>>) => Promise<string>;

/** Maximum time before its expiry at which a token is renewed. */
const MAX_RENEWAL_MARGIN_S = 300;

const seconds = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/**
 * Spec 5.1 names the fields ExpiresIn (an hour), IdToken and RefreshToken; the OAuth names are accepted too.
 */
const tokens = z
  .record(z.string(), z.unknown())
  .transform((body) => ({
    id: body['IdToken'] ?? body['id_token'],
    refresh: body['RefreshToken'] ?? body['refresh_token'] ?? null,
    lifetime: body['ExpiresIn'] ?? body['expires_in'] ?? 3600,
  }))
  .pipe(z.object({ id: z.string().min(1), refresh: z.string().min(1).nullable(), lifetime: seconds }));

interface Tokens {
  readonly id: string;
  readonly refresh: string | null;
  /** When to refresh, before `expiresAt`; both in milliseconds since 1970. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Returns whether a header can carry the value: visible characters without spaces (spec 5). */
export const isSendable = (bearer: string): boolean => /^[\x21-\x7e]+$/.test(bearer);

/**
 * The credential (spec section 5). Signs in and refreshes for the rest of the client. Tokens and password stay in
 * this object and are never written, logged or put in an error. At most one sign-in or refresh per credential is active.
 */
export class Credentials {
  #credential: Credential | null;
  #tokens: Tokens | null = null;
  #renewal: Promise<Tokens> | null = null;
  readonly #clock: Clock;
  readonly #postToken: PostToken;

  /** `postToken` posts to {auth_url}/oauth2/token. */
  constructor(credential: Credential | null, clock: Clock, postToken: PostToken) {
    this.#credential = credential;
    this.#clock = clock;
    this.#postToken = postToken;
  }

  /** Undefined if the keychain no longer has the credential. */
  get kind(): Credential['kind'] | undefined {
    return this.#credential?.kind;
  }

  /** Returns the value after "Bearer "; signs in or refreshes first if due. */
  async bearer(): Promise<string> {
    if (this.#credential?.kind === 'api-key') return this.#credential.key;
    const current = this.#tokens;
    if (current && this.#clock.now() < current.renewAt) return current.id;
    try {
      return (await this.#renewTokens()).id;
    } catch (error) {
      // Refreshing early leaves minutes to survive a lost connection.
      if (current && this.#tokens === current && this.#clock.now() < current.expiresAt) return current.id;
      throw error;
    }
  }

  /** After a 401 to `refused`: returns true if there is a new value and the request may be sent again. */
  async renew(refused: string): Promise<boolean> {
    if (this.#credential?.kind === 'api-key') return this.#credential.key !== refused;
    if (this.#tokens && this.#tokens.id !== refused) return true;
    try {
      await this.#renewTokens();
      return true;
    } catch (error) {
      if (isFailure(error, 'credential-refused')) return false;
      throw error;
    }
  }

  /** Switches to another credential. */
  replace(next: Credential): void {
    this.#credential = next;
    this.#tokens = null;
    this.#renewal = null;
  }

  /** Returns the values in use that no message may show. */
  secrets(): KnownSecrets {
    const credential = this.#credential;
    const currentTokens = this.#tokens;
    return {
      secrets: [
        ...(credential?.kind === 'api-key' ? [credential.key] : []),
        ...(credential?.kind === 'password' ? [credential.password] : []),
        ...(currentTokens
          ? [currentTokens.id, ...(currentTokens.refresh ? [currentTokens.refresh] : [])]
          : []),
      ],
      userName: credential?.kind === 'password' ? credential.username : undefined,
    };
  }

  /** Single flight: concurrent requests share one sign-in. */
  #renewTokens(): Promise<Tokens> {
    if (this.#renewal) return this.#renewal;
    const usedCredential = this.#credential;
    const flight = this.#signIn()
      .then((next) => {
        if (usedCredential === this.#credential) this.#tokens = next;
        return next;
      })
      .finally(() => {
        if (this.#renewal === flight) this.#renewal = null;
      });
    this.#renewal = flight;
    return flight;
  }

  async #signIn(): Promise<Tokens> {
    const credential = this.#credential;
    if (credential === null) throw fail('credential-refused', { detail: { code: 'no-credential' } });
    if (credential.kind !== 'password') throw fail('credential-refused');
    if (this.#tokens?.refresh) {
      try {
        return await this.#requestTokens({
          grant_type: 'refresh_token',
          refresh_token: this.#tokens.refresh,
        });
      } catch (error) {
        // The refresh token is used up or expired; the password is still in memory.
        if (!isFailure(error, 'credential-refused', 'refused', 'not-allowed')) throw error;
        this.#tokens = null;
      }
    }
    const { username, password } = credential;
    try {
      return await this.#requestTokens({ grant_type: 'password', username, password });
    } catch (error) {
      // A wrong password is a 400 at some services and a 401 at others.
      if (!isFailure(error, 'refused', 'not-allowed')) throw error;
      throw new FailureError({ ...failureOf(error), kind: 'credential-refused' }, error);
    }
  }

  async #requestTokens(form: Readonly<Record<string, string>>): Promise<Tokens> {
    const requestedAt = this.#clock.now();
    const response = tokens.safeParse(parseJson(await this.#postToken(form)));
    if (!response.success) throw fail('not-the-service', { cause: 'the sign-in response contains no token' });
    const { id, refresh, lifetime } = response.data;
    if (!isSendable(id)) throw fail('credential-unusable', { cause: 'the sign-in token cannot be sent' });
    const margin = Math.min(MAX_RENEWAL_MARGIN_S, lifetime / 4);
    // A refresh may return no refresh token: the current one stays valid (spec 5.1: 30 days).
    return {
      id,
      refresh: refresh ?? this.#tokens?.refresh ?? null,
      renewAt: requestedAt + (lifetime - margin) * 1000,
      expiresAt: requestedAt + lifetime * 1000,
    };
  }
}
