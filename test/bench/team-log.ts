import { randomBytes, randomUUID } from 'node:crypto';
import { chainStart, entryHash, sealEntry, type SignedEntry } from '#engine/features/team/entry';
import {
  newMemberKeys,
  newTeamKey,
  teamIdOf,
  wrapTeamKey,
  type MemberKeys,
  type WrappedTeamKey,
} from '#engine/features/team/member-keys';
import { PostgresConnection } from '#engine/features/team/postgres';
import { createSchema, PostgresLog } from '#engine/features/team/postgres-log';
import { markItems } from '#engine/features/team/saved-work/topics/review-marks';
import type { TestPostgres } from '../support/postgres';

const NOW = '2026-11-28T09:00:00.000Z';
/** Rows per INSERT statement. */
const INSERT_CHUNK = 2_000;
/** Number of findings that are marked repeatedly. */
const FINDINGS = 40_000;
const REASONS = ['Under review with the advisor', 'Agreed with the client in writing', 'A separate trust'];

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

/** A member whose entries are written without an app. */
export class BareMember {
  readonly id = randomUUID();
  readonly keys: MemberKeys = newMemberKeys();
  #number = 0;
  #previous: Buffer | undefined;

  constructor(readonly name: string) {}

  get publicKeys(): { readonly sign: string; readonly seal: string } {
    return { sign: this.keys.public.sign.toString('hex'), seal: this.keys.public.seal.toString('hex') };
  }

  /** Seals the member's next entry. The activity log that its `head` describes is made up, and grows by a line. */
  seal(team: string, teamKey: Buffer, content: object, wraps: readonly WrappedTeamKey[] = []): SignedEntry {
    const text = JSON.stringify({
      ...{ id: randomUUID(), at: NOW, head: { lines: this.#number, hash: 'b7'.repeat(32) } },
      ...content,
    });
    const previous = this.#previous ?? chainStart(team, this.id);
    const header = { team, member: this.id, number: (this.#number += 1), epoch: 1, previous };
    const entry = sealEntry({ ...header, text, wraps, teamKey }, this.keys);
    this.#previous = entryHash(entry);
    return entry;
  }
}

/** A team with a long log in a database, of which the joiner, its last member, has read nothing. */
export interface TeamLog {
  readonly access: Access;
  readonly team: string;
  readonly teamKey: Buffer;
  readonly members: readonly BareMember[];
  readonly joiner: BareMember;
  readonly entries: number;
}

function* entriesOf(
  team: string,
  teamKey: Buffer,
  salt: Buffer,
  members: readonly BareMember[],
  marks: number,
): Generator<SignedEntry> {
  const [founder, ...others] = members;
  const joiner = others.pop();
  if (!founder || !joiner) throw new Error('A team has at least two members');
  const wrap = ({ id, keys }: BareMember) =>
    wrapTeamKey(teamKey, { team, epoch: 1, member: id }, keys.public.seal);
  const admissionOf = (member: BareMember) =>
    founder.seal(
      team,
      teamKey,
      { kind: 'admitted', member: member.id, name: member.name, role: 'member', ...member.publicKeys },
      [wrap(member)],
    );
  const founding = { kind: 'founded', team: 'Harborview', name: founder.name, salt: salt.toString('hex') };
  yield founder.seal(team, teamKey, { ...founding, ...founder.publicKeys }, [wrap(founder)]);
  for (const other of others) yield admissionOf(other);
  for (let index = 0; index < marks; index += 1) {
    // Authors alternate irregularly; the joiner, who is last, writes nothing.
    const author = members[(index * 7 + (index >> 4)) % (members.length - 1)] ?? founder;
    yield markEntry(author, team, teamKey, index);
  }
  yield admissionOf(joiner);
}

const markAt = (index: number, user: string) => ({
  rule: 'no-household',
  key: `account ${(index * 7_919) % FINDINGS}`, // a prime, so that all findings come before one is marked again
  mark: {
    state: 'waived' as const,
    print: randomBytes(16).toString('hex'),
    reason: REASONS[index % REASONS.length] ?? null,
    until: '2027-03-31',
    note: index % 4 === 0 ? 'The custodian confirmed it by phone; see the file of the household.' : null,
    user,
    at: NOW,
    owner: null,
  },
});

/** Seals an entry with one mark. */
export const markEntry = (author: BareMember, team: string, teamKey: Buffer, index: number): SignedEntry =>
  author.seal(team, teamKey, { kind: 'mark', items: markItems([markAt(index, author.name)]) });

/** Fills a new database with the log of a team of `size` members. */
export async function fillTeamLog(server: TestPostgres, size: number, marks: number): Promise<TeamLog> {
  const access = await server.newDatabase('joiner');
  const { database } = access.database;
  const members = Array.from({ length: size }, (_, index) => new BareMember(`Member ${index + 1}`));
  const [founder] = members;
  const joiner = members.at(-1);
  if (!founder || !joiner) throw new Error('No members');
  const salt = randomBytes(32);
  const team = teamIdOf(founder.keys.public, salt);
  const teamKey = newTeamKey();
  const connection = await PostgresConnection.connect(access.database, access.password);
  await createSchema(connection, access.database);
  await new PostgresLog(connection).putTeam(team);
  // One login for all of them, which may write for each.
  for (const { id } of members) await new PostgresLog(connection).register(id);
  let entries = 0;
  let chunk: SignedEntry[] = [];
  const insert = async () => {
    await connection.query(INSERT_SQL, [
      team,
      chunk.map(({ member }) => member),
      chunk.map(({ number }) => number),
      chunk.map(({ previous }) => previous),
      chunk.map(({ body }) => body),
      chunk.map(({ signature }) => signature),
    ]);
    entries += chunk.length;
    chunk = [];
  };
  for (const entry of entriesOf(team, teamKey, salt, members, marks)) {
    chunk.push(entry);
    if (chunk.length === INSERT_CHUNK) await insert();
  }
  await insert();
  await connection.close();
  await server.run(database, 'VACUUM ANALYZE firm_desk.entry');
  return { access, team, teamKey, members, joiner, entries };
}

const INSERT_SQL = `INSERT INTO firm_desk.entry (team, member, number, epoch, previous, body, signature)
  SELECT $1, member, number, 1, previous, body, signature
  FROM unnest($2::uuid[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bytea[])
    WITH ORDINALITY AS u (member, number, previous, body, signature, at) ORDER BY at`;
