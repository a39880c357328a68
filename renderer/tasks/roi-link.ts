import type { TaskRoute } from '../routes';

/** A code at a custodian; null: it is not known whose it is. */
export type CodeOf = readonly [custodian: string | null, code: string];

/** Codes beyond these are not handed over: no person reads through that many requests. */
export const CODES_MAX = 500;

const START = 'codes:';

/** Requests for release of information of these codes, one for each custodian. */
export const roiForCodes = (codes: readonly CodeOf[]): TaskRoute => ({
  place: 'task',
  task: 'roi',
  part: START + JSON.stringify(codes.slice(0, CODES_MAX)),
});

/** The codes that a part of the task was opened with; null: it was opened otherwise. */
export const codesIn = (part: string | undefined): readonly CodeOf[] | null =>
  part?.startsWith(START) ? (JSON.parse(part.slice(START.length)) as CodeOf[]) : null;
