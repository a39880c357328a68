import type { EngineFeature } from '../feature';
import { markItems } from '../team/saved-work/topics/review-marks';
import { firstFoundStore, type FirstFoundStore } from './saved-work/first-found';
import { reviewStore, type Reviews } from './saved-work/reviews';
import { REVIEW_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly reviews: Reviews;
    readonly firstFound: FirstFoundStore;
  }
}

export const REVIEW_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).reviewRouter,
  savedWork: {
    stores: {
      reviews: ({ db, stores: { team } }) =>
        reviewStore(db, (changes) => team.share('mark', markItems(changes))),
      firstFound: ({ db }) => firstFoundStore(db),
    },
    migrations: REVIEW_MIGRATIONS,
  },
} as const satisfies EngineFeature<'review'>;
