import { dialog, type BrowserWindow } from 'electron';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Chosen, Grant, WishToChoose } from '../../preload/contract/calls/choose';

/** Asks the person with the system's own dialog, and lets the engine know what it may use. */
export async function choose(
  window: BrowserWindow,
  wish: WishToChoose,
  tell: (grant: Grant) => Promise<void>,
): Promise<Chosen[]> {
  const paths = await ask(window, wish);
  return Promise.all(
    paths.map(async (file) => {
      const id = randomUUID();
      await tell({ id, path: file, what: wish.what });
      return { grant: id, path: file, name: path.basename(file) };
    }),
  );
}

async function ask(window: BrowserWindow, wish: WishToChoose): Promise<string[]> {
  if (wish.what === 'save') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title: wish.title,
      defaultPath: wish.name,
      filters: [{ name: wish.extension.toUpperCase(), extensions: [wish.extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || !filePath ? [] : [filePath];
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: wish.title,
    properties:
      wish.what === 'folder'
        ? ['openDirectory', 'createDirectory']
        : ['openFile', ...(wish.many ? (['multiSelections'] as const) : [])],
    ...(wish.what === 'open'
      ? {
          filters: [
            { name: 'Files', extensions: wish.extensions },
            { name: 'All files', extensions: ['*'] },
          ],
        }
      : {}),
  });
  return canceled ? [] : filePaths;
}
