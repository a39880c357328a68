import { beforeEach, expect, it, vi } from 'vitest';
import { choiceRequest, type ChoiceRequest, type Grant } from '#contract/calls/choose';

const dialogState = vi.hoisted(() => ({
  names: [] as string[],
  titles: [] as string[],
  questions: 0,
  /** Index of the pressed button: 0 cancels, 1 exports. */
  answer: 0,
}));
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: () => {
      dialogState.questions += 1;
      return Promise.resolve({ response: dialogState.answer });
    },
    showSaveDialog: (_window: unknown, { defaultPath, title }: { defaultPath: string; title: string }) => {
      dialogState.names.push(defaultPath);
      dialogState.titles.push(title);
      return Promise.resolve({ canceled: false, filePath: `/chosen/${defaultPath}` });
    },
    showOpenDialog: (_window: unknown, { title }: { title: string }) => {
      dialogState.titles.push(title);
      return Promise.resolve({ canceled: true, filePaths: [] });
    },
  },
}));
vi.resetModules(); // another test of this worker may have imported it with its own dialogs
const { chooseFiles: choose } = await import('#main/desktop/choose');
beforeEach(() => Object.assign(dialogState, { names: [], titles: [], questions: 0, answer: 0 }));

const givenGrants: Grant[] = [];
/** The open connection at each read; none is open after the last. */
let connections: string[] = [];
const save = (name: string, purpose: 'records-export' | 'tax-ids-export' = 'records-export') => {
  const request: ChoiceRequest = { what: 'save', purpose, title: '', name, extension: 'csv' };
  return choose({} as never, request, {
    get connectionId() {
      return connections.shift();
    },
    expectAllowed: () => undefined,
    fixedPath: () => undefined,
    give: (grant) => Promise.resolve(void givenGrants.push(grant)),
  });
};

it.each([
  ['Accounts.csv', 'Accounts.csv'],
  ['../../.config/autostart/x.desktop', 'x.desktop'],
  ['/etc/passwd', 'passwd'],
  [String.raw`C:\Windows\System32\x.dll`, 'x.dll'],
  [String.raw`..\..\x.csv`, 'x.csv'],
  ['a\u202Egpj.exe', 'agpj.exe'],
  ['a\0b.csv', 'ab.csv'],
])('reduces the proposed path %j to a file name for the dialog', async (proposed, name) => {
  await save(proposed);
  expect(dialogState.names).toEqual([name]);
});

it.each([
  ['a\u202Eb\n', 'ab'],
  ['a\u2028b\0', 'ab'],
  ['x'.repeat(150), 'x'.repeat(100)],
])('cleans the title %j of the dialogs to save and to open', async (title, cleaned) => {
  const grants = {
    connectionId: 'harbor',
    expectAllowed: () => undefined,
    fixedPath: () => undefined,
    give: () => Promise.resolve(),
  };
  const requests: ChoiceRequest[] = [
    { what: 'save', purpose: 'records-export', title, name: 'a', extension: 'csv' },
    { what: 'open', purpose: 'import-table', title, extensions: ['csv'], allowsMultiple: false },
    { what: 'folder', purpose: 'fee-files-folder', title },
  ];
  for (const request of requests) await choose({} as never, request, grants);
  expect(dialogState.titles).toEqual([cleaned, cleaned, cleaned]);
});

it('confirms an export of tax IDs before the file dialog', async () => {
  expect(await save('Tax IDs.csv', 'tax-ids-export')).toEqual([]);
  expect(dialogState).toMatchObject({ questions: 1, names: [] });
  dialogState.answer = 1;
  expect(await save('Tax IDs.csv', 'tax-ids-export')).toMatchObject([{ path: '/chosen/Tax IDs.csv' }]);
  await save('Accounts.csv');
  expect(dialogState.questions).toBe(2);
});

it('accepts a path only for the purpose for which its dialog was shown', async () => {
  givenGrants.length = 0;
  const [chosen] = await save('Accounts.csv');
  expect(givenGrants).toEqual([
    { id: chosen?.grant, path: '/chosen/Accounts.csv', purpose: 'records-export' },
  ]);
  const other = { what: 'save', purpose: 'backup-restore', title: '', name: 'a', extension: 'csv' };
  expect(choiceRequest.safeParse(other).success).toBe(false);
});

it('grants nothing if another connection was opened while the dialog was open', async () => {
  givenGrants.length = 0;
  connections = ['harbor', 'summit'];
  expect(await save('Accounts.csv')).toEqual([]);
  expect(givenGrants).toEqual([]);
});
