/** PostgreSQL truncates longer names. */
const MAX_NAME = 63;

/**
 * Returns the role that every member's login has. Roles are shared by all databases of a server, so the name
 * contains the database.
 */
export const memberRole = (database: string): string => `firm_desk_${database}`.slice(0, MAX_NAME);

/** Returns a name as a quoted SQL identifier, so that capital letters, spaces, quotes and keywords work. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the statement that lets a login use the team's tables. */
export const grantSql = (login: string, database: string): string =>
  `GRANT ${quotedName(memberRole(database))} TO ${quotedName(login)};`;

/** Names that PostgreSQL and Firm Desk reserve, even if they are quoted. */
const RESERVED = /^(pg_|public$|none$|firm_desk_)/;

/** Derives the name of a login from a colleague's name. */
function loginOf(name: string): string {
  const login = name
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_NAME);
  return /^[a-z]/.test(login) && !RESERVED.test(login) ? login : 'colleague';
}

/** Returns what the database's administrator runs to give a colleague a login; the password is a placeholder. */
export function loginSql(name: string, database: string): string {
  const login = loginOf(name);
  return `CREATE ROLE ${quotedName(login)} LOGIN PASSWORD '…';\n${grantSql(login, database)}`;
}
