import Database from 'better-sqlite3';
import { randomBytes, randomUUID } from 'node:crypto';
import { HandOvers } from '#engine/features/team/hand-overs';
import type { LogDatabase } from '#engine/features/team/log-database';
import { newMemberKeys, newTeamKey, teamIdOf, type MemberKeys } from '#engine/features/team/member-keys';
import { Drafts } from '#engine/records/edits/drafts';
import { teamProblemError } from '#engine/features/team/database-problems';
import { TeamSync } from '#engine/features/team/team-sync';
import { migrate } from '#engine/sqlite/migrate';
import { feeSettingsStore } from '#engine/features/fee-structures/saved-work/fee-settings';
import { reviewStore } from '#engine/features/review/saved-work/reviews';
import { claimKey, claimSubjectOf } from '#engine/features/team/saved-work/topics/claims';
import { markItems, type MarkContent } from '#engine/features/team/saved-work/topics/review-marks';
import { Activity } from '#engine/workspace/activity/activity';
import { DraftStore } from '#engine/workspace/drafts/drafts';
import { shareFeeSettings } from '#engine/features/team/saved-work/share-fee-settings';
import { TeamStore } from '#engine/features/team/saved-work/team-store';
import { BROUGHT_WORK, type BroughtWork, type TeamRole } from '#contract/features/team/schemas';
import { workspaceMigrations } from '#test/support/saved-work';
import { MemoryLog } from './memory-log';

const DATABASE = { host: '127.0.0.1', port: 5_432, database: 'team', login: 'anna', ca: null };
const NOW = '2026-11-28T09:00:00.000Z';

/** New saved work as bytes: to run its migrations for each writer would take most of a test's time. */
let emptyWork: Buffer | undefined;

function newSavedWork(): Database.Database {
  if (emptyWork) return new Database(emptyWork);
  const db = new Database(':memory:');
  migrate(db, ':memory:', workspaceMigrations, { where: 'workspace', isCopy: true });
  emptyWork = db.serialize();
  return db;
}

/** A member with saved work in memory, who marks findings and syncs. */
export class Writer {
  readonly id = randomUUID();
  readonly keys: MemberKeys = newMemberKeys();
  readonly name: string;
  /** The time on this computer's clock. */
  now = NOW;
  #db = newSavedWork();
  store = new TeamStore(this.#db);
  sync: TeamSync;
  #runs = 0;
  #isConnected = false;

  constructor(name: string) {
    this.name = name;
    this.sync = this.#newSync();
  }

  /** The saved work, for stores that share through `store`. */
  get db(): Database.Database {
    return this.#db;
  }

  #newSync(): TeamSync {
    return new TeamSync({ store: this.store, keys: this.keys, now: () => new Date(this.now) });
  }

  /** Starts the app again. */
  restart(): void {
    this.store = new TeamStore(this.#db);
    this.sync = this.#newSync();
    this.#isConnected = false;
  }

  backUp(): Buffer {
    return this.#db.serialize();
  }

  restore(backup: Buffer): void {
    this.#db = new Database(backup);
    this.restart();
  }

  /** Marks a finding; `overrides` replace fields of the mark. */
  mark(rule: string, key: string, note: string, overrides: Partial<MarkContent> = {}): void {
    const mark = {
      rule,
      key,
      state: 'flagged' as const,
      print: 'p1',
      reason: null,
      until: null,
      note,
      user: this.name,
      at: NOW,
      owner: null,
      ...overrides,
    };
    const reviews = reviewStore(this.#db, (changes) =>
      this.store.share('mark', markItems(changes), this.now),
    );
    reviews.write([{ rule, key, mark }]);
  }

  /** Claims a finding ("I'm on this") at a time, or releases it. */
  claim(id: string, at: string, until: string | null): void {
    const key = claimKey({ kind: 'finding', id });
    this.store.share('claim', [{ key, value: until === null ? null : { until } }], at);
  }

  /** Marks on fee structures, and limits of the firm. */
  get structures() {
    return feeSettingsStore(this.#db, shareFeeSettings(this.store));
  }

  /** Returns each claimed finding with the name of its member. */
  claims(): string[] {
    const name = (member: string) => this.sync.ledger.membership.member(member)?.name ?? 'unknown';
    return this.store
      .claims('')
      .map(({ key, member }) => `${claimSubjectOf(key)?.id} ${name(member)}`)
      .sort();
  }

  /** The drafts of this member and their hand-overs; `isOnline` says whether the log can be reached. */
  desk(log: LogDatabase, isOnline = () => true) {
    const closed = new AbortController();
    const timers = new Set<() => void>();
    const clock = {
      now: () => Date.parse(this.now),
      after: (_: number, then: () => void) => {
        timers.add(then);
        return () => void timers.delete(then);
      },
    };
    const drafts = new Drafts(new DraftStore(this.#db), closed.signal);
    const { store, sync } = this;
    const team = {
      get self() {
        if (!store.self) throw new Error('There is no team');
        return store.self;
      },
      get membership() {
        return sync.ledger.membership;
      },
      syncToEnd: () => (isOnline() ? this.run(log) : Promise.reject(teamProblemError('unreachable'))),
    };
    const workspace = {
      team: store,
      activity: new Activity(this.#db, () => ''),
      transaction: <T>(work: () => T): T => this.#db.transaction(work).immediate(),
    };
    const handOvers = new HandOvers({ team, workspace, drafts, clock, closed: closed.signal });
    const runTimers = () => timers.forEach((run) => run());
    return { drafts, handOvers, runTimers, close: () => closed.abort() };
  }

  /** Returns the current marks: rule, key, note and user. */
  marks(): string[] {
    return reviewStore(this.#db)
      .all()
      .map(({ rule, key, note, user }) => `${rule} ${key} ${note} ${user}`)
      .sort();
  }

  /** Returns the number of marks in the log by their note. */
  notes(): Map<string, number> {
    const counts = new Map<string, number>();
    const rows = this.#db
      .prepare<[], string>("SELECT value FROM team_item WHERE topic = 'mark' AND place > 0")
      .pluck()
      .all();
    for (const text of rows) {
      const { note } = JSON.parse(text) as { note: string };
      counts.set(note, (counts.get(note) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns the number of this member's marks that are in the log or wait. */
  ownMarkCount(): number {
    return Number(
      this.#db
        .prepare("SELECT count(*) FROM team_item WHERE topic = 'mark' AND member = ?")
        .pluck()
        .get(this.id),
    );
  }

  /** Returns the number of items that wait, or that were read before the log was read again. */
  itemsOutsideLog(): number {
    return Number(
      this.#db.prepare('SELECT count(*) FROM team_item WHERE place IS NULL OR place < 0').pluck().get(),
    );
  }

  issues(): string[] {
    const name = (member: string) => this.sync.ledger.membership.member(member)?.name ?? 'unknown';
    return this.store
      .issues(0, 500)
      .map(({ code, member, number }) => `${code} ${name(member)} ${number}`)
      .sort();
  }

  /**
   * Connects if necessary, then reads and sends; every second time it sends before it reads, although colleagues may
   * have written. After a lost connection, the next run connects again.
   */
  async run(log: LogDatabase): Promise<void> {
    try {
      if (!this.#isConnected) await this.sync.align(log);
      this.#isConnected = true;
      if ((this.#runs += 1) % 2 === 0) await this.sync.sync(log, { isCurrent: true });
      await this.sync.sync(log);
    } catch (error) {
      this.#isConnected = false;
      if (!(error instanceof Error) || error.message !== 'connection lost') throw error;
    }
  }

  /** Loses the connection: the next run compares the database with this computer again. */
  disconnect(): void {
    this.#isConnected = false;
  }

  foundTeam(): string {
    const salt = randomBytes(32);
    const team = teamIdOf(this.keys.public, salt);
    this.store.setSelf({
      team,
      member: this.id,
      state: 'member',
      teamName: 'Harborview',
      memberName: this.name,
      database: DATABASE,
      joining: null,
    });
    this.store.addKey(1, newTeamKey());
    this.sync.ledger.reload();
    this.store.enqueue({
      kind: 'founded',
      team: 'Harborview',
      name: this.name,
      salt: salt.toString('hex'),
      ...this.#publicKeys,
    });
    return team;
  }

  admit(colleague: Writer, role: TeamRole = 'member'): void {
    const { id, name } = colleague;
    this.store.enqueue({ kind: 'admitted', member: id, name, role, ...colleague.#publicKeys });
  }

  join(team: string, inviter: Writer, bring: readonly BroughtWork[] = BROUGHT_WORK): void {
    const joining = {
      invitation: randomUUID(),
      role: 'member',
      expires: NOW,
      inviter: { member: inviter.id, name: inviter.name, ...inviter.#publicKeys },
      bring,
    };
    this.store.setSelf({
      team,
      member: this.id,
      state: 'joining',
      teamName: 'Harborview',
      memberName: this.name,
      database: DATABASE,
      joining: JSON.stringify(joining),
    });
  }

  get #publicKeys(): { readonly sign: string; readonly seal: string } {
    return { sign: this.keys.public.sign.toString('hex'), seal: this.keys.public.seal.toString('hex') };
  }
}

/** Creates a team of these names; the first is its admin. */
export async function newTeam(log: LogDatabase, names: readonly string[]): Promise<Writer[]> {
  const writers = names.map((name) => new Writer(name));
  const [founder, ...others] = writers;
  if (!founder) return [];
  const team = founder.foundTeam();
  for (const other of others) {
    founder.admit(other);
    other.join(team, founder);
  }
  await founder.run(log);
  for (const other of others) await other.run(log);
  return writers;
}

/** Creates a team of Anna and Ben with its log; `syncAll` syncs both until each has everything. */
export async function teamOfTwo() {
  const log = new MemoryLog();
  const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
  if (!anna || !ben) throw new Error('No team');
  const syncAll = async () => {
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
  };
  return { log, anna, ben, syncAll };
}
