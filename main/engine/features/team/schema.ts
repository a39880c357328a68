import type { TeamDatabase } from '#contract/features/team/schemas';
import { grantSql, memberRole, quotedName } from '#contract/features/team/login';

/**
 * The team's own schema in the database, in numbered steps. A released step never changes. Each writer of the log takes
 * the advisory lock 463207140926, an arbitrary number.
 */
export const SCHEMA_STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'log',
    sql: `CREATE SCHEMA firm_desk;

CREATE TABLE firm_desk.migration (number integer PRIMARY KEY, name text NOT NULL);

CREATE TABLE firm_desk.team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL UNIQUE
);

CREATE TABLE firm_desk.member (
  id uuid PRIMARY KEY,
  login name NOT NULL DEFAULT session_user
);

CREATE TABLE firm_desk.entry (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team uuid NOT NULL,
  member uuid NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  epoch integer NOT NULL CHECK (epoch > 0),
  previous bytea NOT NULL CHECK (octet_length(previous) = 32),
  body bytea NOT NULL CHECK (octet_length(body) <= 1000000),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  CONSTRAINT entry_once UNIQUE (member, number)
);

CREATE TABLE firm_desk.join_request (
  invitation uuid PRIMARY KEY,
  member uuid NOT NULL REFERENCES firm_desk.member (id),
  body bytea NOT NULL CHECK (octet_length(body) <= 10000)
);

-- One writer at a time, before the place is drawn: places become visible in their order.
CREATE FUNCTION firm_desk.lock_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(463207140926);
  RETURN NULL;
END $$;
CREATE TRIGGER lock_log BEFORE INSERT ON firm_desk.entry
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.lock_log();

CREATE FUNCTION firm_desk.notify_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firm_desk', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER notify_log AFTER INSERT ON firm_desk.entry
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.notify_log();
CREATE TRIGGER notify_log AFTER INSERT ON firm_desk.join_request
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.notify_log();

CREATE FUNCTION firm_desk.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'append only';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON firm_desk.entry
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.refuse();

-- All entries or none. No row: an entry after "seen" has a newer key. A number that has other bytes: nothing is added.
-- Without the settings, a plan made for a short log would read the whole log while others wait for the lock.
CREATE FUNCTION firm_desk.append(seen bigint, seen_epoch integer, for_team uuid, for_member uuid, numbers bigint[],
  epochs integer[], previouses bytea[], bodies bytea[], signatures bytea[])
  RETURNS TABLE (at_number bigint, at_place bigint, with_signature bytea) LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(463207140926);
  IF EXISTS (SELECT FROM firm_desk.entry e WHERE e.place > seen AND e.epoch > seen_epoch) THEN
    RETURN;
  END IF;
  INSERT INTO firm_desk.entry (team, member, number, epoch, previous, body, signature)
    SELECT for_team, for_member, u.* FROM unnest(numbers, epochs, previouses, bodies, signatures) AS u
    WHERE NOT EXISTS (SELECT FROM unnest(numbers, signatures) AS v (number, signature) WHERE v.signature <>
      (SELECT e.signature FROM firm_desk.entry e WHERE e.member = for_member AND e.number = v.number))
    ORDER BY 3
    ON CONFLICT ON CONSTRAINT entry_once DO NOTHING;
  RETURN QUERY SELECT e.number, e.place, e.signature FROM firm_desk.entry e
    WHERE e.member = for_member AND e.number = ANY (numbers) ORDER BY e.number;
END $$;

-- A login writes for its own member alone; everyone in the team reads all.
ALTER TABLE firm_desk.team ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.join_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.team FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.member FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.entry FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_desk.join_request FORCE ROW LEVEL SECURITY;
CREATE POLICY read_all ON firm_desk.team FOR SELECT USING (true);
CREATE POLICY read_all ON firm_desk.member FOR SELECT USING (true);
CREATE POLICY read_all ON firm_desk.entry FOR SELECT USING (true);
CREATE POLICY read_all ON firm_desk.join_request FOR SELECT USING (true);
CREATE POLICY write_first ON firm_desk.team FOR INSERT WITH CHECK (true);
CREATE POLICY write_own ON firm_desk.member FOR INSERT WITH CHECK (login = session_user);
CREATE POLICY write_own ON firm_desk.entry FOR INSERT WITH CHECK (team = (SELECT t.id FROM firm_desk.team t) AND
  EXISTS (SELECT FROM firm_desk.member m WHERE m.id = entry.member AND m.login = session_user));
CREATE POLICY write_own ON firm_desk.join_request FOR INSERT WITH CHECK (
  EXISTS (SELECT FROM firm_desk.member m WHERE m.id = join_request.member AND m.login = session_user));

REVOKE ALL ON ALL TABLES IN SCHEMA firm_desk FROM PUBLIC;
GRANT USAGE ON SCHEMA firm_desk TO :member_role;
GRANT SELECT ON firm_desk.migration TO :member_role;
GRANT SELECT, INSERT ON firm_desk.team, firm_desk.member, firm_desk.entry, firm_desk.join_request
  TO :member_role;`,
  },
  {
    name: 'protected functions and requests',
    sql: `-- As in the log: the team's ID, and requests to join, never change.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON firm_desk.team
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON firm_desk.join_request
  FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.refuse();

-- Up to PostgreSQL 14, any login may create functions in "public": without a path of their own, these would call them.
ALTER FUNCTION firm_desk.append(bigint, integer, uuid, uuid, bigint[], integer[], bytea[], bytea[], bytea[])
  SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION firm_desk.lock_log() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION firm_desk.notify_log() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION firm_desk.refuse() SET search_path = pg_catalog, pg_temp;`,
  },
];

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const createRole = (role: string): string => `DO $create_role$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(role)}) THEN
    CREATE ROLE ${quotedName(role)} NOLOGIN;
  END IF;
END $create_role$;`;

/**
 * Returns the statements that bring the schema from a version to another, by default the newest. Those that create it
 * also let a login in.
 */
export function setUpSql(
  version: number,
  { login, database }: Pick<TeamDatabase, 'login' | 'database'>,
  to = SCHEMA_STEPS.length,
): string {
  const role = memberRole(database);
  const steps = SCHEMA_STEPS.slice(version, to).map(
    ({ name, sql }, index) =>
      `${sql.replaceAll(':member_role', () => quotedName(role))}\n\nINSERT INTO firm_desk.migration (number, name) VALUES (${version + index + 1}, '${name}');`,
  );
  const all = version > 0 ? steps : [createRole(role), ...steps, grantSql(login, database)];
  return ['BEGIN;', ...all, 'COMMIT;'].join('\n\n');
}

/** Everything that protects the log, as one text per object; compared with `EXPECTED_OBJECTS`. */
export const OBJECTS_SQL = `
  SELECT 'rls ' || relname AS what FROM pg_class
    WHERE relnamespace = 'firm_desk'::regnamespace AND relkind = 'r' AND relrowsecurity AND relforcerowsecurity
  UNION ALL SELECT 'policy ' || tablename || ' ' || policyname || ' ' || cmd || ' ' ||
      CASE permissive WHEN 'PERMISSIVE' THEN 'any' ELSE 'all' END FROM pg_policies WHERE schemaname = 'firm_desk'
  UNION ALL SELECT 'trigger ' || tgrelid::regclass::text || ' ' || tgname || ' ' || tgtype FROM pg_trigger
    WHERE tgrelid::regclass::text LIKE 'firm_desk.%' AND NOT tgisinternal AND tgenabled IN ('O', 'A')
  UNION ALL SELECT 'function ' || proname || ' ' || setting FROM pg_proc, unnest(proconfig) AS setting
    WHERE pronamespace = 'firm_desk'::regnamespace AND setting LIKE 'search_path=%'
  UNION ALL SELECT 'unique ' || conname FROM pg_constraint
    WHERE conrelid = 'firm_desk.entry'::regclass AND contype IN ('u', 'p')
  UNION ALL SELECT 'column ' || attrelid::regclass::text || ' ' || attname || ' ' || atttypid::regtype::text
    FROM pg_attribute WHERE attrelid::regclass::text LIKE 'firm_desk.%' AND attnum > 0 AND NOT attisdropped
      AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r')
  ORDER BY 1`;

/**
 * The number of a trigger is its `tgtype`: bits for its events, and for before or after. `any` after a policy: it is
 * permissive, so one such policy is enough for access.
 */
export const EXPECTED_OBJECTS: readonly string[] = [
  'column firm_desk.entry body bytea',
  'column firm_desk.entry epoch integer',
  'column firm_desk.entry member uuid',
  'column firm_desk.entry number bigint',
  'column firm_desk.entry place bigint',
  'column firm_desk.entry previous bytea',
  'column firm_desk.entry signature bytea',
  'column firm_desk.entry team uuid',
  'column firm_desk.join_request body bytea',
  'column firm_desk.join_request invitation uuid',
  'column firm_desk.join_request member uuid',
  'column firm_desk.member id uuid',
  'column firm_desk.member login name',
  'column firm_desk.migration name text',
  'column firm_desk.migration number integer',
  'column firm_desk.team id uuid',
  'column firm_desk.team one boolean',
  'function append search_path=pg_catalog, pg_temp',
  'function lock_log search_path=pg_catalog, pg_temp',
  'function notify_log search_path=pg_catalog, pg_temp',
  'function refuse search_path=pg_catalog, pg_temp',
  'policy entry read_all SELECT any',
  'policy entry write_own INSERT any',
  'policy join_request read_all SELECT any',
  'policy join_request write_own INSERT any',
  'policy member read_all SELECT any',
  'policy member write_own INSERT any',
  'policy team read_all SELECT any',
  'policy team write_first INSERT any',
  'rls entry',
  'rls join_request',
  'rls member',
  'rls team',
  'trigger firm_desk.entry append_only 58',
  'trigger firm_desk.entry lock_log 6',
  'trigger firm_desk.entry notify_log 4',
  'trigger firm_desk.join_request append_only 58',
  'trigger firm_desk.join_request notify_log 4',
  'trigger firm_desk.team append_only 58',
  'unique entry_once',
  'unique entry_pkey',
];
