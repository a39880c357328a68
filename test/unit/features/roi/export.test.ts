import { readFileSync } from 'node:fs';
import path from 'node:path';
import readXlsx from 'read-excel-file/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readWorkbook } from '#engine/files/tables/workbook';
import { exportRoiRequests } from '#engine/features/roi/export';
import { RoiHarness } from './harness';

let harness: RoiHarness;
beforeEach(() => void (harness = new RoiHarness()));
afterEach(() => harness.close());

const deps = (self: string | null = null) => ({ activity: harness.log, self });

it('exports the tracker as XLSX with typed dates and exact codes, or as CSV', async () => {
  const { id } = await harness.sendDraft(harness.draft({ codes: ['007', '7AC'] }));
  const requests = [harness.roi.request(id) ?? expect.fail('it was sent')];
  for (const format of ['xlsx', 'csv'] as const)
    await exportRoiRequests(requests, deps(), path.join(harness.folder, `requests.${format}`), format);

  const { rows } = await readWorkbook(readFileSync(path.join(harness.folder, 'requests.xlsx')));
  expect(rows[0]?.slice(0, 3)).toEqual(['Custodian', 'Codes', 'Advisor']);
  expect(rows[1]?.slice(0, 10)).toEqual([
    'Pershing',
    '007; 7AC',
    'Ann Lee',
    'Harborview Wealth',
    'Tom Park',
    'Email',
    '2026-11-20',
    'Waiting',
    '0',
    '2026-12-07',
  ]);
  const [sheet] = await readXlsx(path.join(harness.folder, 'requests.xlsx'));
  expect(sheet?.data[1]?.[6]).toEqual(new Date('2026-11-20'));
  const csv = readFileSync(path.join(harness.folder, 'requests.csv'), 'utf8');
  expect(csv).toContain(
    'Pershing,"007; 7AC",Ann Lee,Harborview Wealth,Tom Park,Email,2026-11-20,Waiting,0,2026-12-07',
  );
  expect(
    harness.log.list({ kinds: ['records-export'] }, 0, 5).entries.map(({ facts }) => facts['format']),
  ).toEqual(['csv', 'xlsx']);
});

it('names the sender of each request on a team, and still its colleagues after leaving it', async () => {
  const { id } = await harness.sendDraft(harness.draft());
  const own = harness.roi.request(id) ?? expect.fail('it was sent');
  const exported = async (sentBy: string | null, self: string | null) => {
    const file = path.join(harness.folder, 'senders.csv');
    await exportRoiRequests([own, { ...own, sentBy }], deps(self), file, 'csv');
    const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    return lines.map((line) => line.split(',').slice(13)); // what follows the 13 columns of every export
  };
  expect(await exported('Robin Reyes', 'Ada Park')).toEqual([['Sent by'], ['Ada Park'], ['Robin Reyes']]);
  expect(await exported('Robin Reyes', null)).toEqual([['Sent by'], [''], ['Robin Reyes']]);
  expect(await exported(null, null)).toEqual([[], [], []]);
});

it('gives each note the local day of its time', async () => {
  const { id } = await harness.sendDraft(harness.draft());
  const request = harness.roi.request(id) ?? expect.fail('it was sent');
  const file = path.join(harness.folder, 'notes.csv');
  vi.stubEnv('TZ', 'America/New_York');
  try {
    const note = { id: 1, at: '2026-11-21T01:30:00.000Z', by: null, text: 'Called in the evening' };
    await exportRoiRequests([{ ...request, notes: [note] }], deps(), file, 'csv');
  } finally {
    vi.unstubAllEnvs();
  }
  expect(readFileSync(file, 'utf8')).toContain('2026-11-20: Called in the evening');
});
