import { fail, type Failure } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { DAMAGE_CODE } from '../../sqlite/integrity';

/** The failure kind for damage in the cache or in the change history. */
type DamageKind = 'cache-unreadable' | 'history-unreadable';
type ReportFailure = (failure: Failure) => void;

/** Returns whether pages were altered. A disk that could not be read has another cause. */
export const isDamage = ({ kind, cause }: Failure): boolean =>
  (kind === 'cache-unreadable' || kind === 'history-unreadable') && DAMAGE_CODE.test(cause ?? '');

/** Runs `work`; if it meets a damaged page, reports the damage and fails with `kind`. */
export function reportingDamage<R>(kind: DamageKind, work: () => R, onFailure?: ReportFailure): R {
  try {
    return work();
  } catch (error) {
    throw damageErrorOf(kind, error, onFailure);
  }
}

function damageErrorOf(kind: DamageKind, error: unknown, onFailure?: ReportFailure): unknown {
  const code = errorCodeOf(error);
  if (!DAMAGE_CODE.test(code)) return error;
  const damage = fail(kind, { cause: code }, error);
  onFailure?.(damage.failure);
  return damage;
}

/**
 * Wraps a reader: any call, or any step of an iterator it returns, that meets a damaged page reports the
 * damage and fails with `kind`.
 */
export function watchDamage<T extends object>(reader: T, kind: DamageKind, onFailure?: ReportFailure): T {
  const attempt = <R>(work: () => R): R => reportingDamage(kind, work, onFailure);
  const failed = (error: unknown): never => {
    throw damageErrorOf(kind, error, onFailure);
  };
  const watched = <V extends object>(value: V): V =>
    new Proxy(value, {
      get(target, name) {
        const member: unknown = attempt((): unknown => Reflect.get(target, name, target));
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const response: unknown = attempt((): unknown => Reflect.apply(member, target, args));
          if (response instanceof Promise) return response.catch(failed);
          return isLazy(response) ? watched(response) : response;
        };
      },
    });
  return watched(reader);
}

/**
 * Returns whether a response may read later: an iterator, or an object with methods or getters, own or of its
 * class. The built-in collections are complete.
 */
function isLazy(response: unknown): response is object {
  if (typeof response !== 'object' || response === null || isComplete(response)) return false;
  for (let level: unknown = response; isInspected(level); level = Object.getPrototypeOf(level))
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (name !== 'constructor' && (typeof member.value === 'function' || 'get' in member)) return true;
  return Symbol.iterator in response;
}

const isComplete = (response: object): boolean =>
  Array.isArray(response) ||
  ArrayBuffer.isView(response) ||
  [Map, Set, Date, ArrayBuffer].some((type) => response instanceof type);

const isInspected = (level: unknown): level is object =>
  typeof level === 'object' && level !== null && level !== Object.prototype;
