import { dialog, type BrowserWindow } from 'electron';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Chosen, Grant, ChoiceRequest } from '../../preload/contract/calls/choose';

/** Asks the person with the system's own dialog, and lets the engine know what it may use. */
export async function choose(
  window: BrowserWindow,
  request: ChoiceRequest,
  tell: (grant: Grant) => Promise<void>,
): Promise<Chosen[]> {
  const paths = await ask(window, request);
  return Promise.all(
    paths.map(async (file) => {
      const id = randomUUID();
      await tell({ id, path: file, what: request.what });
      return { grant: id, path: file, name: path.basename(file) };
    }),
  );
}

async function ask(window: BrowserWindow, request: ChoiceRequest): Promise<string[]> {
  if (request.what === 'save') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      title: request.title,
      defaultPath: request.name,
      filters: [{ name: request.extension.toUpperCase(), extensions: [request.extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || !filePath ? [] : [filePath];
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: request.title,
    properties:
      request.what === 'folder'
        ? ['openDirectory', 'createDirectory']
        : ['openFile', ...(request.many ? (['multiSelections'] as const) : [])],
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
