import { Activity } from '../activity/activity';
import { DraftStore } from '../drafts/drafts';
import { JobStore } from '../jobs/jobs';
import { CORE_MIGRATIONS } from '../migrate/migrations';
import { bookmarkStore } from './bookmarks';
import { layoutStore } from './layouts';
import { markJobsAndDrafts } from './restored';
import type { SavedWork } from './saved-work';
import { viewStore } from './views';
import { visitStore } from './visits';

/** The saved work that belongs to no feature. */
export const CORE_SAVED_WORK = {
  stores: {
    views: ({ db }) => viewStore(db),
    bookmarks: ({ db }) => bookmarkStore(db),
    layout: ({ db }) => layoutStore(db),
    activity: ({ db, connection, userName }) => new Activity(db, connection, undefined, userName),
    jobs: ({ db, stores }) => new JobStore(db, stores.activity),
    drafts: ({ db, needsSecondPerson }) => new DraftStore(db, undefined, needsSecondPerson),
    visits: ({ db }) => visitStore(db),
  },
  migrations: CORE_MIGRATIONS,
  restore: () => markJobsAndDrafts,
  markOlder: markJobsAndDrafts,
} as const satisfies SavedWork;
