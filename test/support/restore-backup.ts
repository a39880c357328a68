import { swapFiles, workFiles } from '#common/work-swap';
import { prepareRestore } from '#test/support/saved-work';

interface Target {
  readonly folder: string;
  readonly databaseKey: string;
  readonly note?: string;
}

/** Restores a backup as the engine and the app process do together. */
export async function restore(file: string, passphrase: string, { folder, databaseKey, note }: Target) {
  const { staging, about } = await prepareRestore(file, passphrase, { folder, databaseKey });
  swapFiles({ folder, staging, out: workFiles(), note });
  return about;
}
