import type { SavedWork } from '#engine/workspace/open/saved-work';
import { markItems } from '../../team/saved-work/topics/review-marks';
import { firstFoundStore, type FirstFoundStore } from './first-found';
import { reviewStore, type Reviews } from './reviews';
import { REVIEW_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly reviews: Reviews;
    readonly firstFound: FirstFoundStore;
  }
}

export const REVIEW_SAVED_WORK = {
  stores: {
    reviews: ({ db, stores: { team } }) =>
      reviewStore(db, (changes) => team.share('mark', markItems(changes))),
    firstFound: ({ db }) => firstFoundStore(db),
  },
  migrations: REVIEW_MIGRATIONS,
} as const satisfies SavedWork;
