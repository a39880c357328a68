import { createRouterClient } from '@orpc/server';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FieldEdit } from '#contract/edit';
import { openWriter } from '#engine/cache/ingest/writer';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { editsRouter } from '#engine/records/edits/router';
import { sampleOpenRequest } from '#test/support/open-request';
import { openTestWorkspace } from '#test/support/saved-work';
import { CACHE_KEY, refreshCache } from '../cache/temp-cache';
import { failureFrom, tempWorkspaceFile, WORKSPACE_KEY } from '../workspace/temp-workspace';
import { allRecordsQuery, onlyKeys, setField } from './harness';

/** Nothing listens there: no request is needed. */
const ADDRESS = 'http://127.0.0.1:9';
const REFUSAL = { kind: 'refused', detail: { code: 'tax-id' } };
let folder: string;
let connections: OpenConnections;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-tax-ids-'));
  const writer = openWriter(path.join(folder, 'cache.db'), CACHE_KEY);
  refreshCache(writer, 'accounts', [{ id: 1, name: 'Ann', number: '00123', custodian: 'SWB', notes: 'old' }]);
  writer.close();
  connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: 'none-is-needed.js',
  });
  await connections.open(sampleOpenRequest(folder, CACHE_KEY, { baseUrl: ADDRESS, authUrl: ADDRESS }));
});
afterEach(async () => {
  await connections.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const editsWithTaxId: [ReturnType<typeof setField>] = [setField('notes', 'SSN 123-45-6789')];
const harmlessEdits = [setField('notes', 'Call first')];

it('refuses texts that could be a tax ID in every call that changes a draft', async () => {
  const edits = createRouterClient(editsRouter(connections), { context: {} });
  const failure = (calling: Promise<unknown>) =>
    calling.then(
      () => null,
      (error: unknown) => (error as { data?: unknown }).data,
    );
  const form = await edits.open({ resource: 'accounts', key: '1' });
  const many = (fieldEdits: FieldEdit[]) =>
    edits.draftMany({ query: allRecordsQuery('accounts'), selection: onlyKeys('1'), edits: fieldEdits });
  const bulk = await many(harmlessEdits);
  expect(await failure(edits.saveRow({ draft: form.id, index: 0, edits: editsWithTaxId }))).toMatchObject(
    REFUSAL,
  );
  expect(await failure(many(editsWithTaxId))).toMatchObject(REFUSAL);
  const [{ field, json }] = editsWithTaxId;
  expect(await failure(many([{ op: 'append', field, json }]))).toMatchObject(REFUSAL);
  expect(await failure(edits.change({ draft: bulk.id, edits: editsWithTaxId }))).toMatchObject(REFUSAL);
  expect(await failure(edits.fix({ draft: bulk.id, index: 0, field, json }))).toMatchObject(REFUSAL);
  expect(await failure(edits.collect({ resource: 'accounts', key: '1', field, json }))).toMatchObject(
    REFUSAL,
  );
  const { drafts } = connections.current.workspace;
  expect(drafts.list()).toMatchObject([{ id: bulk.id }]); // a form without changes is not listed
  const rows = await Promise.all(
    [form, bulk].map(({ id }) => edits.rows({ draft: id, offset: 0, limit: 10 })),
  );
  expect(JSON.stringify(rows)).not.toContain('6789');
  expect(await failure(edits.saveRow({ draft: form.id, index: 0, edits: harmlessEdits }))).toBeNull();
});

it.each(['advisorName', 'firmName', 'senderName', 'cc', 'replyTo', 'typed.cc', 'typed.replyTo'])(
  'refuses a tax ID in %s when a draft of an ROI request is created or saved',
  (name) => {
    const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const { drafts } = workspace.roi;
    const content = {
      step: 'custodian' as const,
      custodian: null,
      codes: [],
      advisorName: '',
      firmName: '',
      senderName: '',
      cc: [],
      replyTo: [],
      typed: { codes: '', cc: '', replyTo: '' },
    };
    const [field = '', inner] = name.split('.');
    const text = 'Ann 123-45-6789';
    const addresses = [{ address: 'ann@firm.example', name: text }];
    const value = field === 'cc' || field === 'replyTo' ? addresses : text;
    const withTaxId = {
      ...content,
      [field]: inner === undefined ? value : { ...content.typed, [inner]: text },
    };
    expect(failureFrom(() => drafts.create(withTaxId))).toMatchObject(REFUSAL);
    const saved = drafts.create(content);
    expect(failureFrom(() => drafts.save(saved.id, withTaxId))).toMatchObject(REFUSAL);
    expect(drafts.list()).toEqual([saved]);
    workspace.close();
  },
);
