import { fail, type Failure } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { DAMAGED } from '../sqlite/whole';

/** Whether pages do not hold what was written into them; a disk that only could not be reached says something else. */
export const isDamage = ({ kind, cause }: Failure): boolean =>
  kind === 'cache-unreadable' && DAMAGED.test(cause ?? '');

/**
 * The same object, but a call (or a step of what it answers, where that is read bit by bit) that meets a damaged page
 * fails as `cache-unreadable` and tells of it.
 */
export function watchDamage<T extends object>(reader: T, tell: (failure: Failure) => void): T {
  const attempt = <R>(work: () => R): R => {
    try {
      return work();
    } catch (error) {
      const code = codeOf(error);
      if (!DAMAGED.test(code)) throw error;
      const found = fail('cache-unreadable', { cause: code }, error);
      tell(found.failure);
      throw found;
    }
  };
  const watched = <V extends object>(value: V): V =>
    new Proxy(value, {
      get(target, name) {
        const part: unknown = attempt((): unknown => Reflect.get(target, name, target));
        if (typeof part !== 'function') return part;
        return (...args: unknown[]) => {
          const answer: unknown = attempt((): unknown => Reflect.apply(part, target, args));
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
