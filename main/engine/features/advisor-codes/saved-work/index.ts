import type { SavedWork } from '#engine/workspace/open/saved-work';
import { ADVISOR_CODES_MIGRATIONS } from './migrations';

export const ADVISOR_CODES_SAVED_WORK = {
  stores: {},
  migrations: ADVISOR_CODES_MIGRATIONS,
} as const satisfies SavedWork;
