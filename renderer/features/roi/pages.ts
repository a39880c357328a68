import type { RoiPage } from '#contract/features/roi/feature';

/** Opens a page of the task; without an argument its list. */
export type OpenRoiPage = (page?: RoiPage, how?: 'push' | 'replace') => void;
