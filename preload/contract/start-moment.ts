/** Moments between the start and the first rows; `npm run bench` prints them. */
export type StartMoment =
  | 'app script evaluated'
  | 'app ready'
  | 'window created'
  | 'engine forked'
  | 'keys read'
  | 'page asked for its ports'
  | 'engine answered'
  | 'connection opened'
  | 'page script evaluated'
  | 'page mounted'
  | 'session known to the page'
  | 'connection known to the page'
  | 'first rows asked'
  | 'first rows here';

const marked = new Set<StartMoment>();

/** Marks a moment of the start, the first time only. */
export function startMoment(moment: StartMoment): void {
  if (marked.has(moment)) return;
  marked.add(moment);
  performance.mark(`start: ${moment}`);
}
