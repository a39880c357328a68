import type { ClaimSubject, TeamRole } from '#contract/features/team/schemas';
import type { TeamProblem, TeamClaim, TeamState } from '#contract/features/team/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { follow } from '../../state/follow';
import { watchStream } from '../../state/watch.svelte';

type Outcome = { readonly ok: true } | { readonly ok: false; readonly problem: TeamProblem };
type Accepted<Result extends Outcome> = Extract<Result, { readonly ok: true }>;
const isAccepted = <Result extends Outcome>(result: Result): result is Accepted<Result> => result.ok;

/** Why a viewer can't change the team's work. */
export const VIEWER_FAILURE: Failure = { kind: 'not-allowed', detail: { code: 'team-viewer' } };

/** Returns whether a role shares work; null: removed, or not known yet. */
export const mayWrite = (role: TeamRole | null): boolean => role === 'admin' || role === 'member';

/** Sends requests to the team, and stores why the last one was refused. */
export class TeamRequests {
  problem = $state.raw<TeamProblem | null>(null);

  /** Returns the result; undefined if the team refused the request. */
  async send<Result extends Outcome>(request: Promise<Result>): Promise<Accepted<Result> | undefined> {
    this.problem = null;
    const result = await request;
    if (isAccepted(result)) return result;
    this.problem = result.ok ? null : result.problem; // never ok here, which TypeScript does not infer
    return undefined;
  }

  clear(): void {
    this.problem = null;
  }
}

/** The team of the open connection, as the engine knows it now. */
export class TeamClient {
  /** Null until known. */
  state = $state.raw<TeamState | null>(null);
  /** Why the state can't be read; it is then the last one that was read. */
  readFailure = $state.raw<Failure | null>(null);
  /** Why an action failed, if not because of the team or its database. */
  failure = $state.raw<Failure | null>(null);
  readonly requests = new TeamRequests();
  readonly #read: () => EngineClient;

  /** `read` returns the current client: after a restart of the engine it is a new one, while the screen stays. */
  constructor(read: () => EngineClient) {
    this.#read = read;
  }

  get calls(): EngineClient['team'] {
    return this.#read().team;
  }

  follow(signal: AbortSignal): void {
    void follow({
      open: (stop) => this.calls.follow(undefined, { signal: stop }),
      onValue: (state) => {
        this.state = state;
        this.readFailure = null;
      },
      onFailure: (failure) => (this.readFailure = failure),
      signal,
    });
  }

  /** Set once this user is on a team: the state of that team. */
  get joined(): Extract<TeamState, { kind: 'member' }> | null {
    return this.state?.kind === 'member' ? this.state : null;
  }

  /** False for viewers, and for members who were removed. */
  get mayWrite(): boolean {
    return mayWrite(this.joined?.role ?? null);
  }

  /** True for a user who sees the team's work but changes none of it. */
  get isViewer(): boolean {
    return this.joined?.role === 'viewer';
  }

  /** True while the team's database can't be reached: what the user does waits on this computer. */
  get isOffline(): boolean {
    return this.joined?.link.state === 'offline';
  }

  /** The names of the members who are on the team now. */
  get memberNames(): string[] {
    return (this.joined?.members ?? []).flatMap(({ name, isFormer }) => (isFormer ? [] : [name]));
  }

  /** Returns the current claim on something; undefined if there is none, or without a team. */
  claimOn({ kind, id }: ClaimSubject): TeamClaim | undefined {
    return this.joined?.claims.find((claim) => claim.kind === kind && claim.id === id);
  }

  /** Sends the request of a button or a menu. Returns whether it was accepted. */
  async attempt(request: () => Promise<Outcome>): Promise<boolean> {
    this.failure = null;
    try {
      return (await this.requests.send(request())) !== undefined;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    }
  }
}

/** Returns the team of a screen and follows it while the component lives, even after the engine was restarted. */
export function followTeam(read: () => EngineClient): TeamClient {
  const team = new TeamClient(read);
  watchStream(read, (_, signal) => team.follow(signal));
  return team;
}
