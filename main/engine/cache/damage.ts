import { fail, type Failure } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { DAMAGED } from '../sqlite/whole';

/** What damage is called: that of the cache, or of the history of changes beside it. */
type DamageKind = 'cache-unreadable' | 'history-unreadable';
type Tell = (failure: Failure) => void;

/** Whether pages do not hold what was written into them; a disk that only could not be reached says something else. */
export const isDamage = ({ kind, cause }: Failure): boolean =>
  (kind === 'cache-unreadable' || kind === 'history-unreadable') && DAMAGED.test(cause ?? '');

/** Does something; meeting a damaged page, it fails as `kind` and tells of it. */
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
 * The same object, but a call (or a step of what it answers, where that is read bit by bit) that meets a damaged page
 * fails as `kind` and tells of it.
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

/** What is read bit by bit: iterators, and objects with functions. Lists and maps are whole already. */
function hasCalls(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null) return false;
  if (Symbol.iterator in answer) return 'next' in answer;
  return Object.values(answer).some((part) => typeof part === 'function');
}
