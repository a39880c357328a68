import path from 'node:path';

export const QUARANTINE_PREFIX = 'set-aside-';

/**
 * Returns the folder inside the connection's folder that quarantined work is moved to. Names sort by time.
 */
export const quarantineFolder = (folder: string, now: Date): string =>
  path.join(folder, `${QUARANTINE_PREFIX}${now.toISOString().replace(/\D/g, '').slice(0, 17)}`);

/** Returns whether a name is that of a folder with quarantined work. */
export const isQuarantineFolder = (name: string): boolean => /^set-aside-\d{17}$/.test(name);

/** Returns when work was quarantined (ISO, UTC), by the name of its folder. */
export const quarantineDate = (name: string): string =>
  name
    .slice(QUARANTINE_PREFIX.length)
    .replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/, '$1-$2-$3T$4:$5:$6.$7Z');
