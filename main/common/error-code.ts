/** Returns the code of a SQLite or file-system error, or the name of another error; neither contains data. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
