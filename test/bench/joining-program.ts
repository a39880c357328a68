// A joiner reads the whole log of a team; prints the milliseconds of the app and of its baseline.
import { createDecipheriv, createPublicKey, randomUUID, verify, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PostgresConnection } from '#engine/features/team/postgres';
import { PostgresLog } from '#engine/features/team/postgres-log';
import { TeamSync } from '#engine/features/team/team-sync';
import { openTestWorkspace } from '#test/support/saved-work';
import { TestPostgres } from '../support/postgres';
import { fillTeamLog, type TeamLog } from './team-log';

const MEMBERS = 15;
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 300_000);
const ROUNDS = 2;
const KEY = '5a'.repeat(32);
/** Entries that the app reads at a time. */
const READ_CHUNK = 500;
const HEADER = Buffer.from('firm-desk team entry 1\0');

/** Milliseconds, one value per round. */
export interface JoinTimes {
  readonly app: number[];
  /** The same bytes read, verified and decrypted, and stored nowhere. */
  readonly baseline: number[];
  readonly entries: number;
}

interface Row {
  readonly place: string;
  readonly member: string;
  readonly number: string;
  readonly previous: Buffer;
  readonly body: Buffer;
  readonly signature: Buffer;
}

const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Reads, verifies and decrypts every entry with nothing but `pg` and `node:crypto`. */
async function readBare({ access, team, teamKey, members }: TeamLog): Promise<number> {
  const { host, port, database, login: user } = access.database;
  const client = new pg.Client({ host, port, database, user, password: access.password });
  await client.connect();
  const prefix = Buffer.from('302a300506032b6570032100', 'hex'); // of a raw Ed25519 key in SPKI form
  const keys = new Map<string, KeyObject>(
    members.map(({ id, keys: { public: ofMember } }) => [
      id,
      createPublicKey({ key: Buffer.concat([prefix, ofMember.sign]), format: 'der', type: 'spki' }),
    ]),
  );
  const ids = new Map<string, Buffer>(members.map(({ id }) => [id, uuidBytes(id)]));
  const teamBytes = uuidBytes(team);
  let count = 0;
  const started = performance.now();
  for (let after = '0', isLast = false; !isLast;) {
    const { rows } = await client.query<Row>(
      `SELECT place, member, number, previous, body, signature FROM firm_desk.entry
         WHERE place > $1 ORDER BY place LIMIT ${READ_CHUNK}`,
      [after],
    );
    for (const { member, number, previous, body, signature } of rows) {
      const header = Buffer.alloc(12);
      header.writeBigUInt64BE(BigInt(number));
      header.writeUInt32BE(1, 8);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      const id = ids.get(member) ?? teamBytes;
      const signed = Buffer.concat([HEADER, teamBytes, id, header, previous, length, body]);
      const key = keys.get(member);
      if (!key || !verify(null, signed, key, signature)) throw new Error('A signature is invalid');
      // The format, the number of wrapped keys, and each one's epoch (4), member (16) and box (80).
      const plainBytes = 3 + body.readUInt16BE(1) * (20 + 80);
      const nonce = body.subarray(plainBytes, plainBytes + 12);
      const decipher = createDecipheriv('aes-256-gcm', teamKey, nonce, { authTagLength: 16 });
      const beforeBody = signed.length - body.length - 4;
      decipher.setAAD(Buffer.concat([signed.subarray(0, beforeBody), body.subarray(0, plainBytes)]));
      decipher.setAuthTag(body.subarray(-16));
      const text =
        decipher.update(body.subarray(plainBytes + 12, -16), undefined, 'utf8') + decipher.final('utf8');
      if (text.length > 0) count += 1;
    }
    after = rows.at(-1)?.place ?? after;
    isLast = rows.length < READ_CHUNK;
  }
  const ms = performance.now() - started;
  await client.end();
  if (count < ENTRIES) throw new Error(`Only ${count} entries`);
  return ms;
}

/** Lets the joiner's app read all entries, and checks that it has the team's state. Returns milliseconds. */
async function joinWithApp({ access, team, members, joiner, entries }: TeamLog): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-team-'));
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  const [founder] = members;
  if (!founder) throw new Error('No founder');
  const joining = {
    invitation: randomUUID(),
    role: 'member',
    expires: '2026-12-05T09:00:00.000Z',
    inviter: { member: founder.id, name: founder.name, ...founder.publicKeys },
    bring: [],
  };
  workspace.team.setSelf({
    team,
    member: joiner.id,
    state: 'joining',
    teamName: 'Harborview',
    memberName: joiner.name,
    database: access.database,
    joining: JSON.stringify(joining),
  });
  const sync = new TeamSync({ store: workspace.team, keys: joiner.keys, now: () => new Date() });
  const connection = await PostgresConnection.connect(access.database, access.password);
  const log = new PostgresLog(connection);
  const started = performance.now();
  await sync.align(log);
  await sync.sync(log);
  const ms = performance.now() - started;
  await connection.close();
  const [entryCount, issues] = [workspace.team.entryCount(), workspace.team.issueCount()];
  const active = sync.ledger.membership.active.length;
  if (entryCount !== entries || issues !== 0 || active !== MEMBERS || workspace.reviews.all().length === 0)
    throw new Error(`${entryCount} entries, ${issues} issues, ${active} members`);
  workspace.close();
  rmSync(folder, { recursive: true });
  return ms;
}

const server = await TestPostgres.start();
const log = await fillTeamLog(server, MEMBERS, ENTRIES);
const times: JoinTimes = { app: [], baseline: [], entries: log.entries };
for (let round = 0; round < ROUNDS; round += 1) {
  times.baseline.push(await readBare(log));
  times.app.push(await joinWithApp(log));
}
await server.stop();
process.stdout.write(JSON.stringify(times));
