import type { CodesPage } from '#contract/features/advisor-codes/feature';

/** Navigates to a page of the advisor codes task; without a page, to its list of codes. */
export type OpenCodesPage = (page?: CodesPage, how?: 'push' | 'replace') => void;
