import { dialog, type BrowserWindow } from 'electron';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ChosenFile, ChoiceRequest } from '#contract/calls/choose';
import type { AppGrants } from './app-grants';

/**
 * Asks the user with the system's dialog and grants the chosen paths. Returns an empty list if the user dismissed it, or
 * if the connection was closed or replaced while it was open.
 */
export async function chooseFiles(
  window: BrowserWindow,
  request: ChoiceRequest,
  grants: Pick<AppGrants, 'connectionId' | 'expectAllowed' | 'fixedPath' | 'give'>,
): Promise<ChosenFile[]> {
  const { connectionId } = grants;
  grants.expectAllowed(request.purpose);
  if (request.purpose === 'tax-ids-export' && !(await confirmPlainExport(window))) return [];
  const fixedPath = grants.fixedPath(request.purpose);
  const paths = fixedPath === undefined ? await openDialog(window, request) : [fixedPath];
  if (grants.connectionId !== connectionId) return [];
  return Promise.all(
    paths.map(async (file) => {
      const id = randomUUID();
      await grants.give({ id, path: file, purpose: request.purpose });
      return { grant: id, path: file, name: path.basename(file) };
    }),
  );
}

/** Asks before plain tax IDs are exported. A native dialog, because no page can answer it for the user. */
async function confirmPlainExport(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Firm Desk',
    message: 'Export tax IDs unmasked?',
    detail:
      'The file is not encrypted: anyone who can open it can read the tax IDs. The export is recorded in the activity log with your reason.',
    buttons: ['Cancel', 'Export unmasked…'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

/**
 * Returns the file name of a proposed path, split at the separators of any system and without invisible
 * characters.
 */
export const nameOnly = (proposed: string): string =>
  path.win32.basename(proposed).replaceAll(/[\p{Cc}\p{Cf}]/gu, '');

/** Shortens a dialog's title, and removes invisible characters, which could disguise it. */
export const withoutInvisible = (proposed: string): string =>
  proposed.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 100);

async function openDialog(window: BrowserWindow, request: ChoiceRequest): Promise<string[]> {
  if (request.what === 'save') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title: withoutInvisible(request.title),
      defaultPath: nameOnly(request.name),
      filters: [{ name: request.extension.toUpperCase(), extensions: [request.extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || !filePath ? [] : [filePath];
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: withoutInvisible(request.title),
    properties:
      request.what === 'folder'
        ? ['openDirectory', 'createDirectory']
        : ['openFile', ...(request.allowsMultiple ? (['multiSelections'] as const) : [])],
    ...(request.what === 'open'
      ? {
          filters: [
            { name: 'Files', extensions: request.extensions },
            { name: 'All files', extensions: ['*'] },
          ],
        }
      : {}),
  });
  return canceled ? [] : filePaths;
}
