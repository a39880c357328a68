import type { z } from 'zod';
import type { ResourceName } from './resources';

/** A screen in the sidebar, the native menu and the palette. */
export interface TaskManifest {
  /** Name in routes, commands and the stored last place. */
  readonly name: string;
  /** Title on the screen, in sentence case. */
  readonly title: string;
  /** The sidebar group, if not the tasks. */
  readonly group?: 'history';
  /** The list whose records it shows and counts. */
  readonly resource?: ResourceName;
  /** More words that find it in the palette. */
  readonly keywords?: string;
  /** Codec of its pages (see `pagesOf`); absent if it has one page only. */
  readonly page?: z.ZodType;
}

/** The dialog that a path is chosen with, and the process that uses it. */
export interface GrantPurpose {
  readonly dialog: 'open' | 'save' | 'folder';
  readonly process: 'engine' | 'app';
  /** True if what is written holds no client data, so the policy `ExportFiles` does not forbid it. */
  readonly holdsNoRecords?: true;
}

/** The entries that a feature adds to the tables of the contract; registered in features/index.ts. */
export interface FeatureManifest {
  readonly task?: TaskManifest;
  /** Kinds of entries in the activity log, with their labels. Stored: never rename a kind. */
  readonly activity?: Readonly<Record<string, string>>;
  /** Purposes of the files that the user chooses for it. */
  readonly grants?: Readonly<Record<string, GrantPurpose>>;
}

/** Returns the codec of a task's pages. No page, or an invalid one, is the task's home. */
export const pagesOf = <Page extends z.ZodType>(page: Page) => page.optional().catch(undefined);

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Merges tables with different keys into one. */
export function mergeTables<Table extends object>(tables: readonly Table[]): Intersection<Table>;
export function mergeTables(tables: readonly object[]): object {
  const merged = {};
  for (const table of tables) Object.assign(merged, table);
  return merged;
}
