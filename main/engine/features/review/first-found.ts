import type { FoundSince } from '#contract/features/review/calls';
import { localDay, startOfLocalDay } from '#contract/dates';
import type { FirstFoundStore, StoredFindings } from './saved-work/first-found';
import type { Findings } from './finding';

interface FirstFoundDeps {
  readonly store: FirstFoundStore;
  /** When the last refresh began (ISO, UTC); null if there was none. */
  readonly lastRefresh: () => string | null;
  readonly now: () => Date;
}

/**
 * Remembers when each finding was first found. The findings of a rule's first check have no time, because they
 * may be older; a finding that disappeared and came back is new.
 */
export class FirstFound {
  readonly #deps: FirstFoundDeps;
  readonly #times = new Map<string, ReadonlyMap<string, string>>();
  /** Findings that could not be stored, by rule. */
  readonly #unstored = new Map<string, StoredFindings>();

  constructor(deps: FirstFoundDeps) {
    this.#deps = deps;
  }

  /**
   * Compares the findings of a check with those of the previous check, and stores them. If the disk is full, for
   * example, the result of the check still counts, and they are stored after the next one.
   */
  async record(findings: Iterable<Findings>, at: string, pause: () => Promise<void>): Promise<void> {
    const { store } = this.#deps;
    for (const { rule, keys } of findings) {
      const unstored = this.#unstored.get(rule);
      const previous = unstored ?? store.read(rule);
      const known = new Set(previous?.keys);
      const times = new Map(previous?.found);
      const firstTimes = new Map<string, string>();
      for (const key of keys) {
        const time = known.has(key) || !previous ? times.get(key) : at;
        if (time !== undefined) firstTimes.set(key, time);
      }
      this.#times.set(rule, firstTimes);
      // Equal numbers and no unknown key mean equal findings.
      const isChanged = known.size !== keys.length || keys.some((key) => !known.has(key));
      if (!previous || isChanged || unstored) this.#write(rule, { keys, found: [...firstTimes] });
      await pause();
    }
  }

  #write(rule: string, findings: StoredFindings): void {
    try {
      this.#deps.store.write(rule, findings);
      this.#unstored.delete(rule);
    } catch {
      this.#unstored.set(rule, findings);
    }
  }

  /** Returns when a finding was first found (ISO, UTC); null if it was there at the first check. */
  dateOf({ rule, key }: { readonly rule: string; readonly key: string }): string | null {
    return this.#times.get(rule)?.get(key) ?? null;
  }

  /** Returns the time that separates new findings from older ones; null if none is new. */
  cutoff(since: FoundSince): number | null {
    const { lastRefresh, now } = this.#deps;
    if (since === 'yesterday') return startOfLocalDay(localDay(now()), -1).getTime();
    const refreshed = lastRefresh();
    return refreshed === null ? null : Date.parse(refreshed);
  }
}
