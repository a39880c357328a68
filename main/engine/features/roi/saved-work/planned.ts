import { z } from 'zod';
import { plannedCodes, type PlannedCodes } from '#contract/features/roi/schemas';
import type { PlannedRoiRequest } from '#contract/features/roi/calls';
import { teamChange, type TeamChange } from '#contract/features/team/change';
import { compareTexts } from '#contract/text';
import type { Db } from '#engine/sqlite/open-database';

type StoredPlan = { custodian: string; codes: string; shared: string | null };

const storedCodes = z.array(z.string());
const storedChanges = z.record(z.string(), teamChange);

/** Queues a custodian's codes for the team: planned ones, or (not `isPlanned`) those recorded or dismissed. */
export type SharePlan = (custodian: string, codes: readonly string[], isPlanned: boolean) => void;

/** Requests to make by portal or phone, one per custodian, until they are recorded or dismissed. */
export function roiPlannedStore(db: Db, now: () => Date, share: SharePlan = () => undefined) {
  const find = (custodian: string): StoredPlan | undefined =>
    db.prepare<[string], StoredPlan>('SELECT * FROM roi_planned WHERE custodian = ?').get(custodian);
  const codesOf = (custodian: string): string[] => {
    const stored = find(custodian);
    return stored ? storedCodes.parse(JSON.parse(stored.codes)) : [];
  };
  const set = (custodian: string, codes: readonly string[]): void => {
    if (codes.length === 0) db.prepare('DELETE FROM roi_planned WHERE custodian = ?').run(custodian);
    else
      db.prepare(
        `INSERT INTO roi_planned (custodian, codes, at) VALUES (?, ?, ?)
         ON CONFLICT (custodian) DO UPDATE SET codes = excluded.codes, at = excluded.at`,
      ).run(custodian, JSON.stringify(codes), now().toISOString());
  };
  /** Removes codes from a plan. */
  const remove = (custodian: string, isRemoved: (code: string) => boolean): void =>
    db.transaction(() => {
      const planned = codesOf(custodian);
      const removed = planned.filter(isRemoved);
      if (removed.length === 0) return;
      set(
        custodian,
        planned.filter((code) => !isRemoved(code)),
      );
      share(custodian, removed, false);
    })();
  return {
    list: (): PlannedCodes[] =>
      db.prepare<[], StoredPlan>('SELECT * FROM roi_planned ORDER BY custodian').all().map(planOf),
    /** Adds codes to the plan of their custodian. */
    add({ custodian, codes }: PlannedRoiRequest): void {
      db.transaction(() => {
        const planned = codesOf(custodian);
        const added = [...new Set(codes)].filter((code) => !planned.includes(code));
        set(custodian, [...planned, ...added]);
        if (added.length > 0) share(custodian, added, true);
      })();
    },
    dismiss: (custodian: string): void => remove(custodian, () => true),
    /** Removes codes that a recorded request contains. */
    complete(custodian: string, codes: readonly string[]): void {
      const recorded = new Set(codes.map((code) => code.toLowerCase()));
      remove(custodian, (code) => recorded.has(code.toLowerCase()));
    },
    /**
     * Stores whether the team still plans a code, and who planned it. `change` is null for a plan that is older than
     * the team.
     */
    applyCode(custodian: string, code: string, isPlanned: boolean, change: TeamChange | null): void {
      const others = codesOf(custodian).filter((other) => other !== code);
      const changes = storedChanges.parse(JSON.parse(find(custodian)?.shared ?? '{}'));
      // The same order on every computer.
      set(custodian, isPlanned ? [...others, code].sort(compareTexts) : others);
      const { [code]: _, ...otherChanges } = changes;
      db.prepare('UPDATE roi_planned SET shared = ? WHERE custodian = ?').run(
        JSON.stringify(change && isPlanned ? { ...otherChanges, [code]: change } : otherChanges),
        custodian,
      );
    },
  };
}

function planOf({ custodian, codes, shared }: StoredPlan): PlannedCodes {
  const planned = storedCodes.parse(JSON.parse(codes));
  const changes = storedChanges.parse(JSON.parse(shared ?? '{}'));
  const latest = new Map<string, string>();
  for (const code of planned) {
    const { by, at } = changes[code] ?? {};
    if (by !== undefined && at !== undefined && (latest.get(by) ?? '') < at) latest.set(by, at);
  }
  return plannedCodes.parse({
    custodian,
    codes: planned,
    plannedBy: [...latest].map(([by, at]) => ({ by, at })),
  });
}
