/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

/** The role that every member's login has. Roles belong to the server, so that each database has its own. */
export const memberRole = (database: string): string => `firm_desk_${database}`.slice(0, MAX_NAME);

/** Returns a name as SQL has it: also one with capital letters, blanks, quotes, or the spelling of a keyword. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the statement that lets a login use the team's tables. */
export const grantSql = (login: string, database: string): string =>
  `GRANT ${quotedName(memberRole(database))} TO ${quotedName(login)};`;

/** Names that PostgreSQL keeps for itself, also in quotes. */
const RESERVED = /^(pg_|public$|none$|firm_desk_)/;

/** Returns the name of a login for a colleague. */
function loginOf(name: string): string {
  const login = name
    .trim()
    .normalize('NFD')
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
