import { z } from 'zod';
import { roiPlanned, type RoiPlanned } from '#contract/features/roi/calls';
import type { Db } from '#engine/sqlite/open-database';

type StoredPlan = { custodian: string; codes: string };

const storedCodes = z.array(z.string());

/** Requests to make by portal or phone, one per custodian, until they are recorded or dismissed. */
export function roiPlannedStore(db: Db, now: () => Date) {
  const codesOf = (custodian: string): string[] => {
    const stored = db
      .prepare<[string], StoredPlan>('SELECT custodian, codes FROM roi_planned WHERE custodian = ?')
      .get(custodian);
    return stored ? storedCodes.parse(JSON.parse(stored.codes)) : [];
  };
  const dismiss = (custodian: string): void => {
    db.prepare('DELETE FROM roi_planned WHERE custodian = ?').run(custodian);
  };
  const set = (custodian: string, codes: readonly string[]): void => {
    if (codes.length === 0) dismiss(custodian);
    else
      db.prepare('INSERT OR REPLACE INTO roi_planned (custodian, codes, at) VALUES (?, ?, ?)').run(
        custodian,
        JSON.stringify(codes),
        now().toISOString(),
      );
  };
  return {
    list: (): RoiPlanned[] =>
      db
        .prepare<[], StoredPlan>('SELECT custodian, codes FROM roi_planned ORDER BY custodian')
        .all()
        .map(({ custodian, codes }) => roiPlanned.parse({ custodian, codes: JSON.parse(codes) as unknown })),
    /** Adds codes to the plan of their custodian. */
    add({ custodian, codes }: RoiPlanned): void {
      set(custodian, [...new Set([...codesOf(custodian), ...codes])]);
    },
    dismiss,
    /** Removes codes that a recorded request contains. */
    complete(custodian: string, codes: readonly string[]): void {
      const planned = codesOf(custodian);
      if (planned.length === 0) return;
      const recorded = new Set(codes.map((code) => code.toLowerCase()));
      set(
        custodian,
        planned.filter((code) => !recorded.has(code.toLowerCase())),
      );
    },
  };
}
