import type { TeamStore } from '../team/saved-work/team-store';

/** Time in which the team's database must answer before a request is previewed or sent. */
const SYNC_TIMEOUT_MS = 5_000;

/** Whether the requests of colleagues were just read, and up to when they are complete. */
export interface ColleaguesState {
  readonly isCurrent: boolean;
  /** ISO, UTC; null: never read. */
  readonly asOf: string | null;
}

/** Colleagues' requests, which are read before a request is sent. */
export interface RoiColleagues {
  readonly isInTeam: boolean;
  /** Shares this member's requests and reads those of colleagues; null without a team, or if it was just left. */
  read(): Promise<ColleaguesState | null>;
  /** Returns whether another request comes before this one in the team's log. */
  isBefore(other: string, own: string): boolean;
}

/** Without a team, nothing is read. */
export const NO_COLLEAGUES: RoiColleagues = {
  isInTeam: false,
  read: () => Promise.resolve(null),
  isBefore: () => false,
};

/** Reads the requests of colleagues from the team's log. */
export function roiColleagues(team: TeamStore): RoiColleagues {
  const placeOf = (id: string): number | null =>
    team.items.inOrder('roi-request', id).find(({ value }) => value !== null)?.place ?? null;
  const isInTeam = (): boolean => team.self?.state === 'member';
  return {
    get isInTeam() {
      return isInTeam();
    },
    async read() {
      if (!isInTeam()) return null;
      const isCurrent = await team.syncWithin(SYNC_TIMEOUT_MS);
      // The user may have left the team since.
      return team.self && { isCurrent, asOf: team.self.asOf };
    },
    isBefore(other, own) {
      const [otherPlace, ownPlace] = [placeOf(other), placeOf(own)];
      return otherPlace !== null && (ownPlace === null || otherPlace < ownPlace);
    },
  };
}
