import { fail, type Failure } from '#contract/failure';
import { errorCodeOf } from '../../../common/error-code';
import { DAMAGE_CODE } from '../../sqlite/integrity';

/** The failure kind for damage in the cache or in the change history. */
type DamageKind = 'cache-unreadable' | 'history-unreadable';
type ReportFailure = (failure: Failure) => void;

/** Returns whether pages were altered. A disk that could not be read has another cause. */
export const isDamage = ({ kind, cause }: Failure): boolean =>
  (kind === 'cache-unreadable' || kind === 'history-unreadable') && DAMAGE_CODE.test(cause ?? '');

/** Runs `work`; if it meets a damaged page, reports the damage and fails with `kind`. */
export function reportingDamage<R>(kind: DamageKind, work: () => R, tell?: ReportFailure): R {
  try {
    return work();
  } catch (error) {
    throw damageErrorOf(kind, error, tell);
  }
}

function damageErrorOf(kind: DamageKind, error: unknown, tell?: ReportFailure): unknown {
  const code = errorCodeOf(error);
  if (!DAMAGE_CODE.test(code)) return error;
  const found = fail(kind, { cause: code }, error);
  tell?.(found.failure);
  return found;
}

/**
 * Wraps a reader: any call, or any step of an iterator it returns, that meets a damaged page reports the
 * damage and fails with `kind`.
 */
export function watchDamage<T extends object>(reader: T, kind: DamageKind, tell?: ReportFailure): T {
  const attempt = <R>(work: () => R): R => reportingDamage(kind, work, tell);
  const failed = (error: unknown): never => {
    throw damageErrorOf(kind, error, tell);
  };
  const watched = <V extends object>(value: V): V =>
    new Proxy(value, {
      get(target, name) {
        const part: unknown = attempt((): unknown => Reflect.get(target, name, target));
        if (typeof part !== 'function') return part;
        return (...args: unknown[]) => {
          const answer: unknown = attempt((): unknown => Reflect.apply(part, target, args));
          if (answer instanceof Promise) return answer.catch(failed);
          return isLazy(answer) ? watched(answer) : answer;
        };
      },
    });
  return watched(reader);
}

/**
 * Returns whether an answer is read lazily: an iterator or an object with functions. Lists and maps are
 * complete.
 */
function isLazy(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null) return false;
  if (Symbol.iterator in answer) return 'next' in answer;
  return Object.values(answer).some((part) => typeof part === 'function');
}
