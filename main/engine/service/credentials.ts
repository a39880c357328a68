import { z } from 'zod';
import type { Credential } from '#contract/connection';
import { fail, FailureError, failureOf } from '#contract/failure';
import type { Clock } from './clock';
import { isFailure } from './failures';
import type { KnownSecrets } from './redact';

/**
 * The credential (spec section 5); no other part of the client knows its kind. Tokens and password stay in
 * this closure and are never written, logged or put in an error.
 */
export interface Credentials {
  /** Returns the value after "Bearer "; signs in or refreshes first if due. */
  bearer(): Promise<string>;
  /** After a 401 to `refused`: returns true if there is a new value and the request may be sent again. */
  renew(refused: string): Promise<boolean>;
  /** Switches to another credential. */
  replace(credential: Credential): void;
  /** The values in use that no message may show. */
  secrets(): KnownSecrets;
}

/** Posts a form to the token endpoint and returns the answer's text. */
export type PostToken = (form: Readonly<Record<string, string>>) => Promise<string>;

const seconds = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** Spec 5.1 names the fields ExpiresIn, IdToken and RefreshToken; the OAuth names are accepted too. */
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
  /** When to refresh: minutes before the service's expiry. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Returns whether a header can carry the value: visible characters without spaces (spec 5). */
export const isSendable = (bearer: string): boolean => /^[\x21-\x7e]+$/.test(bearer);

/**
 * Creates credentials. `postToken` posts to {auth_url}/oauth2/token. At most one sign-in or refresh is
 * active.
 */
export function createCredentials(first: Credential | null, clock: Clock, postToken: PostToken): Credentials {
  let credential = first;
  let held: Tokens | null = null;
  let renewal: Promise<Tokens> | null = null;

  const obtain = async (form: Readonly<Record<string, string>>): Promise<Tokens> => {
    const asked = clock.now();
    const answer = tokens.safeParse(jsonOf(await postToken(form)));
    if (!answer.success) throw fail('not-the-service', { cause: 'the sign-in answer holds no token' });
    const { id, refresh, lifetime } = answer.data;
    if (!isSendable(id)) throw fail('credential-unusable', { cause: 'the sign-in token cannot be sent' });
    const margin = Math.min(300, lifetime / 4);
    // A refresh may answer without a refresh token: the current one stays valid (spec 5.1: 30 days).
    return {
      id,
      refresh: refresh ?? held?.refresh ?? null,
      renewAt: asked + (lifetime - margin) * 1000,
      expiresAt: asked + lifetime * 1000,
    };
  };

  const signIn = async (): Promise<Tokens> => {
    if (credential === null) throw fail('credential-refused', { detail: { code: 'no-credential' } });
    if (credential.kind !== 'password') throw fail('credential-refused');
    if (held?.refresh) {
      try {
        return await obtain({ grant_type: 'refresh_token', refresh_token: held.refresh });
      } catch (error) {
        // The refresh token is used up or expired; the password is still in memory.
        if (!isFailure(error, 'credential-refused', 'refused', 'not-allowed')) throw error;
        held = null;
      }
    }
    const { username, password } = credential;
    try {
      return await obtain({ grant_type: 'password', username, password });
    } catch (error) {
      // A wrong password is a 400 at some services and a 401 at others.
      if (!isFailure(error, 'refused', 'not-allowed')) throw error;
      throw new FailureError({ ...failureOf(error), kind: 'credential-refused' }, error);
    }
  };

  /** Single flight: concurrent requests share one sign-in. */
  const fresh = (): Promise<Tokens> => {
    if (renewal) return renewal;
    const asking = credential;
    const flight = signIn()
      .then((next) => {
        if (asking === credential) held = next;
        return next;
      })
      .finally(() => {
        if (renewal === flight) renewal = null;
      });
    renewal = flight;
    return flight;
  };

  return {
    async bearer() {
      if (credential?.kind === 'api-key') return credential.key;
      const inHand = held;
      if (inHand && clock.now() < inHand.renewAt) return inHand.id;
      try {
        return (await fresh()).id;
      } catch (error) {
        // Refreshing early leaves minutes to survive a lost connection.
        if (inHand && held === inHand && clock.now() < inHand.expiresAt) return inHand.id;
        throw error;
      }
    },
    async renew(refused) {
      if (credential?.kind === 'api-key') return credential.key !== refused;
      if (held && held.id !== refused) return true;
      try {
        await fresh();
        return true;
      } catch (error) {
        if (isFailure(error, 'credential-refused')) return false;
        throw error;
      }
    },
    replace(next) {
      credential = next;
      held = null;
      renewal = null;
    },
    secrets: () => ({
      secrets: [
        ...(credential?.kind === 'api-key' ? [credential.key] : []),
        ...(credential?.kind === 'password' ? [credential.password] : []),
        ...(held ? [held.id, ...(held.refresh ? [held.refresh] : [])] : []),
      ],
      userName: credential?.kind === 'password' ? credential.username : undefined,
    }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
