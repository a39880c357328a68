import path from 'node:path';

export const ASIDE_PREFIX = 'set-aside-';

/** Where saved work goes that makes room for other work: a folder of its own within the connection's; names sort by time. */
export const asideFolder = (folder: string, now: Date): string =>
  path.join(folder, `${ASIDE_PREFIX}${now.toISOString().replace(/\D/g, '').slice(0, 17)}`);
