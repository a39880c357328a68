/** Moments between the start and the first rows; `npm run bench` prints them. */
export type StartMark =
  | 'app script evaluated'
  | 'app ready'
  | 'window created'
  | 'engine forked'
  | 'keys read'
  | 'page requested ports'
  | 'engine answered'
  | 'connection opened'
  | 'page script evaluated'
  | 'page mounted'
  | 'page received session'
  | 'page received connection'
  | 'first rows requested'
  | 'first rows received';

const marked = new Set<StartMark>();

/** Records a performance mark of the start, the first time only. */
export function markStart(mark: StartMark): void {
  if (marked.has(mark)) return;
  marked.add(mark);
  performance.mark(`start: ${mark}`);
}
