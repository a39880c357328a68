import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { desktopContract } from '#contract/calls/desktop';
import { expectAnswered, PROCEDURE_TIMEOUT_MS, proceduresOf } from './expect-answered';

const root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-app-messages-'));
/** The folder that the dialogs return; a page only proposes a name in it. */
const chosenFolder = path.join(root, 'chosen');

vi.mock('electron', () => ({
  app: { getVersion: () => '1', getPath: () => '/data' },
  nativeTheme: {},
  dialog: {
    showMessageBox: () => Promise.resolve({ response: 1 }), // the button that confirms
    showSaveDialog: (_window: unknown, { defaultPath }: { defaultPath: string }) =>
      Promise.resolve({ canceled: false, filePath: path.resolve(chosenFolder, defaultPath) }),
    showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [chosenFolder] }),
  },
}));

vi.resetModules(); // another test of this worker may have imported it with its own dialogs
const { ID, startApp, VIEW } = await import('./app-process');

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  fs.mkdirSync(chosenFolder);
  app = await startApp(root);
}, 60_000);
afterAll(async () => {
  await app.close();
  fs.rmSync(root, { recursive: true });
});

/** `about` has no input, and only queries the runtime, which is mocked here. */
const PROCEDURES = proceduresOf(desktopContract).filter(({ name }) => name !== 'about');
/** Removes the connection, as requested. */
const REMOVING = 'connections.remove';

describe('the app process after hostile messages from a page', () => {
  it.each(PROCEDURES)(
    '$name answers each hostile message in time, and damages no saved work',
    async (procedure) => {
      const texts = await app.prepare();
      await expectAnswered(app.router, procedure, 'hostile messages to the app process', {
        sample: 4,
        references: texts,
      });
      // No files outside its own folder and the chosen one, and no folder or secret without a connection
      // (`proof`: the entry with which the app tests the keychain).
      expect(fs.readdirSync(root).sort()).toEqual(['chosen', 'data']);
      const folders = fs.readdirSync(path.join(app.data, 'connections'));
      for (const name of folders) expect(name).toMatch(/^[a-z0-9-]{4,64}$/);
      for (const entry of app.entries.keys()) expect(entry).toMatch(/^[a-z0-9-]{4,64}\/[a-z-]+$|^proof$/);
      if (procedure.name === REMOVING) return;
      expect(folders).toContain(ID);
      expect(await app.savedViews()).toEqual([VIEW]);
    },
    PROCEDURE_TIMEOUT_MS,
  );
});
