import { z } from 'zod';

export const exportFormat = z.enum(['xlsx', 'csv']);
export type ExportFormat = z.output<typeof exportFormat>;

/**
 * The type of a column's cells, kept where the file format supports it. Days as 2026-11-21, decimals as text.
 */
export const exportCellType = z.enum(['text', 'number', 'money', 'percent', 'date']);
export type ExportCellType = z.output<typeof exportCellType>;
