import { fail, type Failure } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { DAMAGED } from '../sqlite/whole';

/** The failure kind for damage in the cache or in the change history. */
type DamageKind = 'cache-unreadable' | 'history-unreadable';
type Tell = (failure: Failure) => void;

/** Returns whether pages were altered. A disk that could not be read has another cause. */
export const isDamage = ({ kind, cause }: Failure): boolean =>
  (kind === 'cache-unreadable' || kind === 'history-unreadable') && DAMAGED.test(cause ?? '');

/** Runs `work`; if it meets a damaged page, reports the damage and fails with `kind`. */
export function namingDamage<R>(kind: DamageKind, work: () => R, tell?: Tell): R {
  try {
    return work();
  } catch (error) {
    throw named(kind, error, tell);
  }
}

function named(kind: DamageKind, error: unknown, tell?: Tell): unknown {
  const code = codeOf(error);
  if (!DAMAGED.test(code)) return error;
  const found = fail(kind, { cause: code }, error);
  tell?.(found.failure);
  return found;
}

/**
 * Wraps a reader: any call, or any step of an iterator it returns, that meets a damaged page reports the
 * damage and fails with `kind`.
 */
export function watchDamage<T extends object>(reader: T, kind: DamageKind, tell?: Tell): T {
  const attempt = <R>(work: () => R): R => namingDamage(kind, work, tell);
  const failed = (error: unknown): never => {
    throw named(kind, error, tell);
  };
  const watched = <V extends object>(value: V): V =>
    new Proxy(value, {
      get(target, name) {
        const part: unknown = attempt((): unknown => Reflect.get(target, name, target));
        if (typeof part !== 'function') return part;
        return (...args: unknown[]) => {
          const answer: unknown = attempt((): unknown => Reflect.apply(part, target, args));
          if (answer instanceof Promise) return answer.catch(failed);
          return hasCalls(answer) ? watched(answer) : answer;
        };
      },
    });
  return watched(reader);
}

/**
 * Returns whether an answer is read lazily: an iterator or an object with functions. Lists and maps are
 * complete.
 */
function hasCalls(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null) return false;
  if (Symbol.iterator in answer) return 'next' in answer;
  return Object.values(answer).some((part) => typeof part === 'function');
}
