import { DAY_MS } from '#contract/dates';
import type { TeamRole } from '#contract/features/team/schemas';
import type {
  TeamProblem,
  TeamInvitation,
  TeamLinkState,
  TeamState,
  WaitingRemoval,
} from '#contract/features/team/calls';
import type { TeamSecrets } from '#contract/features/team/secrets';
import { Observable } from '#common/observable';
import { SerialQueue } from '#common/serial-queue';
import { pause, type Clock } from '../../service/clock';
import type { Workspace } from '../../workspace/open/workspace';
import type { TeamSelf } from './saved-work/team-store';
import { currentClaims } from './current-claims';
import { joiningState } from './admission';
import { fromKeychain, keychainProblem, TeamProblemError, teamProblemError } from './database-problems';
import { knownInvitations, type KnownInvitation } from './invitations';
import { JoinRequests } from './join-requests';
import { storedKnownMembership } from './ledger';
import type { LogDatabase } from './log-database';
import { memberKeys, type MemberKeys, type PublicKeys } from './member-keys';
import type { Membership } from './membership';
import { pairingWords } from './pairing-code';
import type { TeamLink } from './team-link';
import { TeamSync, type SyncOptions } from './team-sync';
import { waitingRemovals } from './waiting-removals';

/** The secrets of this connection's team. Calls fail with a keychain failure. */
interface Secrets {
  read(): Promise<TeamSecrets | null>;
  write(secrets: TeamSecrets): Promise<void>;
  remove(): Promise<void>;
}

export interface TeamDeps {
  readonly workspace: Pick<Workspace, 'team' | 'activity' | 'transaction'>;
  readonly secrets: Secrets;
  /** What the team works on: the origin of the service. */
  readonly service: string;
  /** IDs of the firms in the cached data; empty before the first refresh. */
  readonly firms: () => readonly string[];
  /** True if a policy forbids contact with the service; then the team's database is not contacted either. */
  readonly isBlocked?: boolean;
  readonly clock: Clock;
  readonly closed: AbortSignal;
}

/** Pause before a keychain that could not be read is tried again. */
const KEYCHAIN_RETRY_MS = 60_000;
/** Interval for checking whether a connection was established. */
const CONNECTING_POLL_MS = 100;
const PUBLISH_INTERVAL_MS = 50;
/** Maximum delay of a timer; publishing after it sets the next one. Node runs timers of over 24 days at once. */
const MAX_TIMER_MS = DAY_MS;

const publicKeys = ({ sign, seal }: { readonly sign: string; readonly seal: string }): PublicKeys => ({
  sign: Buffer.from(sign, 'hex'),
  seal: Buffer.from(seal, 'hex'),
});

/** The team of a connection while it is open. Without a team it does nothing. */
export class Team {
  readonly deps: TeamDeps;
  readonly #state: Observable<TeamState>;
  /** Syncs and audits run one at a time. */
  readonly #queue = new SerialQueue();
  #sync: TeamSync | null = null;
  #keys: MemberKeys | null = null;
  #link: TeamLink | null = null;
  #problem: TeamProblem | null = null;
  /** The attempt to read the keys and connect that is running. */
  #opening: object | null = null;
  #cancelRetry: () => void = () => undefined;
  readonly #joinRequests: JoinRequests;

  constructor(deps: TeamDeps) {
    this.deps = deps;
    this.#state = new Observable<TeamState>({ kind: 'none' });
    this.#joinRequests = new JoinRequests({
      store: deps.workspace.team,
      keys: () => this.keys,
      invitations: () => this.invitations(),
    });
    deps.workspace.team.gate = {
      syncToEnd: () => this.syncToEnd(),
      roleOf: (member) => this.membership.roleOf(member),
      nameOf: (member) => this.membership.member(member)?.name ?? '',
    };
    deps.closed.addEventListener(
      'abort',
      () => {
        this.#cancelRetry();
        this.#cancelPublication();
      },
      { once: true },
    );
  }

  /** Starts if this connection has a team. */
  start(): void {
    const { team } = this.deps.workspace;
    if (!team.self) return;
    team.setSync((timeoutMs) => this.#syncWithin(timeoutMs));
    team.onOutbox(() => {
      this.publish();
      this.#link?.sendSoon();
    });
    this.publish();
    void this.#open();
  }

  follow(signal?: AbortSignal): AsyncGenerator<TeamState, void, void> {
    return this.#state.follow(signal, PUBLISH_INTERVAL_MS);
  }

  /** Deletes the team's part of the saved work and the keys; the effective values of the shared work stay. */
  async forget(kind: 'team-leave' | 'team-leave-offline'): Promise<void> {
    const { workspace, secrets } = this.deps;
    const { member, teamName } = this.self;
    workspace.transaction(() => {
      if (this.hasLeft) this.noteTakeBacks(workspace.team.lastTime(member));
      workspace.activity.note({ kind, count: 1, facts: { team: teamName } });
      workspace.team.clear();
    });
    workspace.team.notifyTopic('hand-over'); // this member's drafts are free again
    this.#stop();
    // Best effort: without the team's saved work, keys that stay in the keychain decrypt nothing.
    await secrets.remove().catch(() => undefined);
  }

  /** Notes in the activity log which drafts this member took back at a time (ISO, UTC), as far as the log was read. */
  noteTakeBacks(at: string | null): void {
    const { self, membership } = this;
    const { team, activity } = this.deps.workspace;
    for (const { receiver, content } of team.handOvers.takenBack(self.member, at)) {
      const facts = { to: membership.member(receiver)?.name ?? '', records: content.header.total };
      activity.note({ kind: 'draft-take-back', count: 1, facts });
    }
  }

  /** Whether this member left: the log has the departure, or the team was forgotten after that was read. */
  get hasLeft(): boolean {
    const { self } = this.deps.workspace.team;
    return !self || this.membership.hasLeft(self.member);
  }

  /** Forgets the team if the log has the departure of this member, which was interrupted before that was known. */
  async finishLeaving(): Promise<void> {
    if (this.deps.workspace.team.self && this.hasLeft) await this.forget('team-leave');
  }

  #stop(): void {
    this.#cancelRetry();
    this.#cancelPublication();
    this.#link?.stop();
    [this.#link, this.#sync, this.#keys, this.#problem, this.#opening] = [null, null, null, null, null];
    this.publish();
  }

  syncNow(): void {
    if (this.#link) this.#link.syncNow();
    else if (this.deps.workspace.team.self) void this.#open();
  }

  /** This computer's membership; fails with `no-team`. */
  get self(): TeamSelf {
    const { self } = this.deps.workspace.team;
    if (!self) throw teamProblemError('no-team');
    return self;
  }

  /** The keys of this member; fails with the problem that makes them unavailable. */
  get keys(): MemberKeys {
    if (!this.#keys) throw new TeamProblemError(this.#problem ?? { code: 'keychain' });
    return this.#keys;
  }

  /** Whether the keychain has no keys of this member, who then can't read or write. */
  get hasLostKeys(): boolean {
    return this.#problem?.code === 'keys-lost';
  }

  /** Whether the database can't be reached now. */
  get isOffline(): boolean {
    return !this.#link?.log && this.#describeLink().state === 'offline';
  }

  /** The members as last known. */
  get membership(): Membership {
    return this.#sync?.ledger.knownMembership ?? storedKnownMembership(this.deps.workspace.team);
  }

  /** The unused invitations. */
  invitations(): KnownInvitation[] {
    const { clock, workspace } = this.deps;
    const { membership, self } = this;
    return knownInvitations({ store: workspace.team, membership, self: self.member, now: clock.now() });
  }

  /** This member's removals that wait for a lost admission; none before the keys are read. */
  waitingRemovals(): WaitingRemoval[] {
    const { team: store } = this.deps.workspace;
    return this.#sync ? waitingRemovals({ store, ledger: this.#sync.ledger }) : [];
  }

  /** Fails with `not-admin` unless this member manages the team. */
  expectAdmin(): void {
    if (this.membership.roleOf(this.self.member) !== 'admin') throw teamProblemError('not-admin');
  }

  /** Sends what waits and reads the log to its end; fails with the problem of the connection. */
  async syncToEnd(): Promise<void> {
    const log = this.#link?.log;
    if (!log) throw new TeamProblemError(this.#offlineProblem() ?? { code: 'connection-lost' });
    await this.#run(log, { isCurrent: false });
  }

  /** Syncs within a timeout; returns whether that succeeded. */
  async #syncWithin(timeoutMs: number): Promise<boolean> {
    const { clock, closed } = this.deps;
    const deadline = clock.now() + timeoutMs;
    let end: () => void = () => undefined;
    const timeout = new Promise<false>((resolve) => (end = () => resolve(false)));
    const cancel = clock.after(timeoutMs, end);
    closed.addEventListener('abort', end, { once: true });
    const connectAndSync = async () => {
      while (this.#isConnecting && clock.now() < deadline) await pause(clock, CONNECTING_POLL_MS, closed);
      await this.syncToEnd();
      return true;
    };
    try {
      return await Promise.race([connectAndSync().catch(() => false), timeout]);
    } finally {
      cancel();
      closed.removeEventListener('abort', end);
    }
  }

  get #isConnecting(): boolean {
    return !this.#problem && !this.#link?.log && this.#describeLink().state === 'connecting';
  }

  /** Reconnects with a new address, login or password. */
  async reconnect(secrets: TeamSecrets): Promise<void> {
    this.#opening = null;
    this.#cancelRetry();
    this.#link?.stop();
    this.#link = null;
    await this.#connect(secrets);
  }

  /** Publishes the current state to its followers. */
  publish(): void {
    if (!this.deps.closed.aborted) this.#state.set(this.#describe());
  }

  #offlineProblem(): TeamProblem | null {
    const state = this.#link?.state;
    return state?.state === 'offline' ? state.problem : this.#problem;
  }

  /** Fails with `by-policy` if a policy allows no contact with the database. */
  expectMayConnect(): void {
    if (this.deps.isBlocked) throw teamProblemError('by-policy');
  }

  /** Reads the keys and connects; does nothing while that runs, because the keychain may ask the user. */
  async #open(): Promise<void> {
    if (this.#opening) return;
    this.#cancelRetry();
    this.#problem = null;
    if (this.deps.isBlocked) {
      this.#problem = { code: 'by-policy' };
      this.publish();
      return;
    }
    const opening = (this.#opening = {});
    // After `stop` and `reconnect`, what this attempt reads no longer counts.
    const isCurrent = () => this.#opening === opening;
    try {
      if (this.hasLeft) {
        await this.finishLeaving();
        return;
      }
      const secrets = await fromKeychain(this.deps.secrets.read());
      if (!isCurrent()) return;
      if (!secrets) throw teamProblemError('keys-lost');
      await this.#connect(secrets);
    } catch (error) {
      if (!isCurrent()) return;
      this.#problem = error instanceof TeamProblemError ? error.problem : keychainProblem(error);
      if (this.#problem.code === 'keychain')
        this.#cancelRetry = this.deps.clock.after(KEYCHAIN_RETRY_MS, () => void this.#open());
    }
    if (isCurrent()) this.#opening = null;
    this.publish();
  }

  async #connect({ sign, seal, password }: TeamSecrets): Promise<void> {
    const { workspace, clock, closed } = this.deps;
    this.expectMayConnect();
    // The PostgreSQL client is loaded only if there is a team.
    const { TeamLink: Link } = await import('./team-link');
    if (closed.aborted || !workspace.team.self) return;
    const keys = (this.#keys ??= memberKeys(publicKeys({ sign, seal })));
    // After `reconnect`, a sync of the earlier connection may still run: both use one ledger.
    const sync = (this.#sync ??= new TeamSync({
      store: workspace.team,
      keys,
      now: () => new Date(clock.now()),
    }));
    this.#link?.stop();
    this.#link = new Link({
      team: workspace.team.self.team,
      database: () => this.self.database,
      password: () => Promise.resolve(password),
      clock,
      closed,
      onConnect: (log) =>
        this.#runOn(log, async () => {
          await sync.align(log);
          this.#joinRequests.announceAgain();
        }),
      sync: async (log, options) => {
        try {
          await this.#run(log, options);
        } finally {
          await this.finishLeaving();
        }
      },
      audit: (log) => this.#runOn(log, () => sync.audit(log)),
      onState: () => this.publish(),
    });
    this.#link.start();
  }

  /** Runs one thing at a time on a connected log; fails with `connection-lost` if that was closed or replaced. */
  #runOn(log: LogDatabase, work: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      if (this.deps.closed.aborted || this.#link?.log !== log) throw teamProblemError('connection-lost');
      await work();
    });
  }

  #run(log: LogDatabase, options: SyncOptions): Promise<void> {
    return this.#runOn(log, async () => {
      await this.#sync?.sync(log, options);
      await this.#joinRequests.exchange(log);
      this.#noteOwnName();
      this.publish();
    });
  }

  /** Adopts the name that colleagues see for this member: it has a number if an earlier member has the same name. */
  #noteOwnName(): void {
    const { self } = this.deps.workspace.team;
    const name = self && this.membership.member(self.member)?.name;
    if (self && name && name !== self.memberName) this.deps.workspace.team.changeSelf({ memberName: name });
  }

  /** Returns the state for the screens. Updates how new work is handled, and when to publish again. */
  #describe(): TeamState {
    const { team } = this.deps.workspace;
    const { self } = team;
    if (!self) return { kind: 'none' };
    const link = this.#describeLink();
    if (self.state === 'joining' && self.joining !== null)
      return this.#describeJoining(self, self.joining, link);
    const { membership } = this;
    const role =
      membership.member(self.member) || !team.isStateIncomplete
        ? membership.roleOf(self.member)
        : this.#assumedRole(self);
    const removals = this.waitingRemovals();
    // Until the log is read for the first time, its founder has no role.
    team.setSharing(
      role === 'viewer' ? 'refused' : role === null && membership.members.length > 0 ? 'local' : 'shared',
    );
    return {
      kind: 'member',
      team: { id: self.team, name: self.teamName },
      database: self.database,
      self: self.member,
      role,
      members: membership.members.map(({ id, name, roles }) => ({
        id,
        name,
        role: membership.roleOf(id) ?? roles.findLast(({ role }) => role !== null)?.role ?? 'member',
        isFormer: membership.roleOf(id) === null,
        isSelf: id === self.member,
        lastEntryAt: team.lastTime(id),
      })),
      invitations: this.#describeInvitations(self),
      claims: this.#describeClaims(),
      link,
      waiting: team.waitingCount() - removals.reduce((sum, { count }) => sum + count, 0),
      waitingRemovals: removals,
      openHandOvers: team.handOvers.openOffersOf(self.member).length,
      asOf: self.asOf,
      entries: team.entryCount(),
      issues: team.issueCount(),
      notShared: team.unshared(),
    };
  }

  /** Returns the role to assume until the log says it: for a new member, that of the invitation. */
  #assumedRole({ joining }: TeamSelf): TeamRole {
    return joining === null ? 'member' : joiningState.parse(JSON.parse(joining)).role;
  }

  #describeJoining(self: TeamSelf, joining: string, link: TeamLinkState): TeamState {
    const { invitation, inviter, role, expires, isWithdrawn } = joiningState.parse(JSON.parse(joining));
    const own = this.#keys?.public;
    const words = own
      ? pairingWords({ team: self.team, invitation, inviter: publicKeys(inviter), joiner: own })
      : [];
    const { teamName: team, memberName: name } = self;
    const hasExpired = Date.parse(expires) <= this.deps.clock.now();
    if (!hasExpired) this.#publishAt(Date.parse(expires));
    const ended = isWithdrawn ? 'withdrawn' : hasExpired ? 'expired' : null;
    return { kind: 'joining', team, invitedBy: inviter.name, name, role, words, expires, ended, link };
  }

  #describeLink(): TeamLinkState {
    if (this.#link) return this.#link.state;
    const { clock } = this.deps;
    if (!this.#problem) return { state: 'connecting' };
    return {
      state: 'offline',
      since: new Date(clock.now()).toISOString(),
      problem: this.#problem,
      retryAt: null,
    };
  }

  #cancelPublication: () => void = () => undefined;

  /** Publishes the state again at a time, when a claim or an invitation ends. */
  #publishAt(time: number): void {
    const { clock } = this.deps;
    this.#cancelPublication();
    const ms = Math.min(time - clock.now(), MAX_TIMER_MS);
    this.#cancelPublication = clock.after(ms, () => this.publish());
  }

  /** Returns the current claims, and publishes the state again when the next of them ends. */
  #describeClaims() {
    const { clock, workspace } = this.deps;
    const { membership, self } = this;
    const claims = currentClaims({
      store: workspace.team,
      membership,
      self: self.member,
      now: clock.now(),
    });
    this.#cancelPublication();
    const next = Math.min(...claims.map(({ until }) => Date.parse(until)));
    if (Number.isFinite(next)) this.#publishAt(next);
    return claims;
  }

  #describeInvitations(self: TeamSelf): TeamInvitation[] {
    if (this.membership.roleOf(self.member) !== 'admin') return [];
    return this.invitations().map(({ row, summary }) => ({
      ...summary,
      words:
        summary.state !== 'open' || !row || row.request === null || !this.#keys
          ? null
          : pairingWords({
              team: self.team,
              invitation: summary.id,
              inviter: this.#keys.public,
              joiner: publicKeys(JSON.parse(row.request) as { sign: string; seal: string }),
            }),
    }));
  }
}
