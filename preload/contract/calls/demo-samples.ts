import { z } from 'zod';

/** Spreadsheets to import that the demo firm offers, by what they contain. */
export const SAMPLE_SHEETS = ['balances', 'agreed-terms'] as const;
export const sampleSheetName = z.enum(SAMPLE_SHEETS);
export type SampleSheet = z.output<typeof sampleSheetName>;
