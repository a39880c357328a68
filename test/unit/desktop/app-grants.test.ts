import { expect, it } from 'vitest';
import { Observable } from '#common/observable';
import { AppGrants } from '#main/desktop/app-grants';
import { fail, failureOf } from '#contract/failure';
import type { Policies } from '#contract/policies';
import type { Grant } from '#contract/calls/choose';
import type { ConnectionSession } from '#contract/calls/live';
import { connectionOf } from '../../support/connection';

function createGrants(forbidden: readonly string[] = [], policies: Policies = {}) {
  const session = new Observable<ConnectionSession>({
    connections: [],
    open: null,
    engineRestarts: 0,
    leftoverKeys: 0,
  });
  const engine: Grant[] = [];
  const grants = new AppGrants(
    session,
    (grant) => Promise.resolve(void engine.push(grant)),
    (permission) => {
      if (forbidden.includes(permission)) throw fail('by-policy');
    },
    () => policies,
  );
  const open = (id: string | null) =>
    session.update((now) => ({
      ...now,
      open: id === null ? null : { connection: connectionOf({ id }), state: 'open' },
    }));
  const pathOrFailure = (id: string, purpose: Grant['purpose']) => {
    try {
      return grants.pathOf(id, purpose);
    } catch (error) {
      return failureOf(error).kind;
    }
  };
  return { grants, engine, open, pathOrFailure };
}

it('keeps paths of PDFs and backups from the engine, all others from the app process', async () => {
  const { grants, engine, pathOrFailure } = createGrants();
  await grants.give({ id: 'a', path: '/a.pdf', purpose: 'record-pdf' });
  await grants.give({ id: 'b', path: '/b.csv', purpose: 'records-export' });
  for (const purpose of ['backup-file', 'backup-folder', 'backup-restore'] as const)
    await grants.give({ id: purpose, path: '/backup', purpose });
  expect(engine.map(({ id }) => id)).toEqual(['b']);
  expect(pathOrFailure('b', 'records-export')).toBe('not-found');
  expect(pathOrFailure('a', 'record-pdf')).toBe('/a.pdf');
});

it('returns the chosen path of a PDF file or a backup once, and for no other purpose', async () => {
  const { grants, pathOrFailure } = createGrants();
  for (const purpose of ['record-pdf', 'backup-file', 'backup-folder'] as const) {
    await grants.give({ id: purpose, path: `/${purpose}`, purpose });
    expect(pathOrFailure(purpose, 'backup-restore')).toBe('not-found');
    expect(pathOrFailure(purpose, purpose)).toBe(`/${purpose}`);
    expect(pathOrFailure(purpose, purpose)).toBe('not-found');
  }
});

it.each([
  ['closes', null],
  ['is replaced by another', 'summit'],
])('ends a grant when its connection %s', async (_how, next) => {
  const { grants, open, pathOrFailure } = createGrants();
  open('harbor');
  await grants.give({ id: 'a', path: '/a.pdf', purpose: 'record-pdf' });
  open(next);
  expect(pathOrFailure('a', 'record-pdf')).toBe('not-found');
});

it('ends a grant when its connection is closed and opened again', async () => {
  const { grants, open, pathOrFailure } = createGrants();
  open('harbor');
  await grants.give({ id: 'a', path: '/a.pdf', purpose: 'record-pdf' });
  open(null);
  grants.endForClosedConnection();
  open('harbor');
  expect(pathOrFailure('a', 'record-pdf')).toBe('not-found');
});

it('grants no file to write under the policy ExportFiles, except a backup or an invitation', async () => {
  const forbidden: string[] = [];
  const { grants, engine, pathOrFailure } = createGrants(forbidden);
  await grants.give({ id: 'early', path: '/early.pdf', purpose: 'record-pdf' });
  forbidden.push('ExportFiles');
  expect(pathOrFailure('early', 'record-pdf')).toBe('by-policy');
  for (const purpose of ['record-pdf', 'records-export', 'evidence-pack', 'fee-files-folder'] as const)
    await expect(grants.give({ id: 'a', path: '/a', purpose })).rejects.toMatchObject({
      failure: { kind: 'by-policy' },
    });
  await grants.give({ id: 'b', path: '/b.fdbackup', purpose: 'backup-file' });
  await grants.give({ id: 'c', path: '/c.csv', purpose: 'import-table' });
  expect(pathOrFailure('b', 'backup-file')).toBe('/b.fdbackup');
  await grants.give({ id: 'd', path: '/ben.fdinvitation', purpose: 'team-invitation' });
  expect(engine.map(({ id }) => id)).toEqual(['c', 'd']);
});

it('grants no file for plain tax IDs under the policy ExportTaxIds', async () => {
  const { grants } = createGrants(['ExportTaxIds']);
  const give = (purpose: Grant['purpose']) => grants.give({ id: 'a', path: '/a.csv', purpose });
  await expect(give('tax-ids-export')).rejects.toMatchObject({ failure: { kind: 'by-policy' } });
  await give('records-export');
});

it.each([
  [{ BackupFolder: '/srv/backups' }, '/srv/backups'],
  [{ BackupFolder: '' }, undefined],
  [{}, undefined],
] as const)('returns the folder of daily backups only if a policy sets it: %j', (policies, folder) => {
  expect(createGrants([], policies).grants.fixedPath('backup-folder')).toBe(folder);
});

it('grants a file for one backup, and no folder, while BackupFolder allows none', async () => {
  const { grants, pathOrFailure } = createGrants([], { BackupFolder: 'none' });
  const give = (purpose: Grant['purpose']) => grants.give({ id: purpose, path: '/a', purpose });
  await expect(give('backup-folder')).rejects.toMatchObject({ failure: { kind: 'by-policy' } });
  await give('backup-file');
  expect(pathOrFailure('backup-file', 'backup-file')).toBe('/a');
});
