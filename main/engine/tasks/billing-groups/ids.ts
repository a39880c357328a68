import { readAssignments } from '../../../../preload/contract/domain/assignments';
import type { Cell } from '../../../../preload/contract/query';

/** An id as it is compared: 7 and "7" are one, "007" is another; one beyond 2^53 keeps its digits. */
export type Id = number | string;

export function idOf(cell: Cell | undefined): Id | null {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) && String(number) === cell ? number : cell;
}

/** The accounts of a group's assignments; each once, digits exact. */
export function accountsIn(assignments: string | null): Id[] {
  if (assignments === null) return [];
  const fast = fastIds(assignments);
  const ids = fast ?? readAssignments(assignments).flatMap(({ account }) => idOf(account) ?? []);
  return new Set(ids).size === ids.length ? ids : [...new Set(ids)];
}

/** By the fastest way; undefined where an id is beyond what a number holds exactly, or the text is odd. */
function fastIds(assignments: string): Id[] | undefined {
  try {
    const value = JSON.parse(assignments) as unknown;
    const ids: Id[] = [];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const account =
        typeof item === 'object' && item !== null ? (item as { account_id?: unknown }).account_id : undefined;
      if (typeof account === 'number') {
        if (!Number.isSafeInteger(account)) return undefined;
        ids.push(account);
      } else if (typeof account === 'string') {
        const id = idOf(account);
        if (id !== null) ids.push(id);
      }
    }
    return ids;
  } catch {
    return undefined;
  }
}
