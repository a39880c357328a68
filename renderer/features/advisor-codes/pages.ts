import type { CodesPage } from '#contract/features/advisor-codes/feature';

/** Opens a page of the task; without an argument, the codes. */
export type OpenCodesPage = (page?: CodesPage, how?: 'push' | 'replace') => void;
