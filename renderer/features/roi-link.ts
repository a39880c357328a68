import type { TaskRoute } from '../routes';

/** A code and its custodian; null if the custodian is unknown. */
export type CodeOf = readonly [custodian: string | null, code: string];

/** Maximum number of codes to pass on; more requests than this are not reviewable. */
export const CODES_MAX = 500;

const START = 'codes:';

/** Returns the route that drafts ROI requests for these codes, one for each custodian. */
export const roiForCodes = (codes: readonly CodeOf[]): TaskRoute => ({
  place: 'task',
  task: 'roi',
  part: START + JSON.stringify(codes.slice(0, CODES_MAX)),
});

/** Returns the codes that the task was opened with; null if it was opened otherwise. */
export const codesIn = (part: string | undefined): readonly CodeOf[] | null =>
  part?.startsWith(START) ? (JSON.parse(part.slice(START.length)) as CodeOf[]) : null;
