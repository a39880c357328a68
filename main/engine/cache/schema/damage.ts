import { fail, type Failure } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { DAMAGE_CODE } from '../../sqlite/integrity';

/** The failure kind for damage in the cache or in the change history. */
type DamageKind = 'cache-unreadable' | 'history-unreadable';
type ReportFailure = (failure: Failure) => void;

/** Returns whether pages of the database were altered; false if the disk could not be read. */
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
          const result: unknown = attempt((): unknown => Reflect.apply(member, target, args));
          if (result instanceof Promise) return result.catch(failed);
          return isLazy(result) ? watched(result) : result;
        };
      },
    });
  return watched(reader);
}

/**
 * Returns whether a result may read from the database later: an iterator, or an object that has or inherits methods
 * or getters. The built-in collections hold all their data.
 */
function isLazy(result: unknown): result is object {
  if (typeof result !== 'object' || result === null || isBuiltIn(result)) return false;
  for (let owner: unknown = result; isInspected(owner); owner = Object.getPrototypeOf(owner))
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (name !== 'constructor' && (typeof member.value === 'function' || 'get' in member)) return true;
  return Symbol.iterator in result;
}

const isBuiltIn = (result: object): boolean =>
  Array.isArray(result) ||
  ArrayBuffer.isView(result) ||
  [Map, Set, Date, ArrayBuffer].some((type) => result instanceof type);

const isInspected = (owner: unknown): owner is object =>
  typeof owner === 'object' && owner !== null && owner !== Object.prototype;
