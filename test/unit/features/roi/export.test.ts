import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWorkbook } from '#engine/files/tables/workbook';
import { exportRoiRequests } from '#engine/features/roi/export';
import { RoiHarness, DRAFT_CONTENT } from './harness';

let bench: RoiHarness;
beforeEach(() => void (bench = new RoiHarness()));
afterEach(() => bench.end());

it('exports the tracker as XLSX with typed dates and exact codes, or as CSV', async () => {
  const { id } = await bench.sendDraft(bench.draft({ ...DRAFT_CONTENT, codes: ['007', '7AC'] }));
  const requests = [bench.roi.request(id) ?? expect.fail('it was sent')];
  for (const format of ['xlsx', 'csv'] as const)
    await exportRoiRequests(requests, bench.log, path.join(bench.folder, `requests.${format}`), format);

  const { rows } = await readWorkbook(readFileSync(path.join(bench.folder, 'requests.xlsx')));
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
  const csv = readFileSync(path.join(bench.folder, 'requests.csv'), 'utf8');
  expect(csv).toContain(
    'Pershing,"007; 7AC",Ann Lee,Harborview Wealth,Tom Park,Email,2026-11-20,Waiting,0,2026-12-07',
  );
  expect(
    bench.log.list({ kinds: ['records-export'] }, 0, 5).entries.map(({ facts }) => facts['format']),
  ).toEqual(['csv', 'xlsx']);
});
