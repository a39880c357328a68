import type { SavedWork } from '#engine/workspace/open/saved-work';
import { TeamStore } from './team-store';
import { TEAM_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly team: TeamStore;
  }
}

export const TEAM_SAVED_WORK = {
  stores: {
    team: ({ db }) => new TeamStore(db),
  },
  migrations: TEAM_MIGRATIONS,
  needsSecondPerson: ({ team }, kind, count) => team.needsSecondPerson(kind, count),
  userName: ({ team }) => team.userName,
} as const satisfies SavedWork;
