import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import { FEE_FILES, type DemoFirmClient } from './demo-firm-client';

export interface ArchivedFeeLine {
  readonly custodian: string;
  readonly number: string;
  readonly cents: number;
}

const COLUMNS: Record<string, { separator: string; number: string; amount: string }> = {
  SWB: { separator: ',', number: 'Account Number', amount: 'Management Fee' },
  NFS: { separator: '|', number: 'ACCT_NUM', amount: 'ADV_FEE_AMT' },
  PER: { separator: ';', number: 'Account', amount: 'Debit Amount' },
  IBK: { separator: '\t', number: 'Client Account ID', amount: 'Invoice Amount' },
  TIA: { separator: ',', number: 'Contract', amount: 'Fee' },
  APX: { separator: ',', number: 'Account', amount: 'Amount' },
};

/** Returns the lines of an archive, parsed by the headings of each file. */
export function archiveLines(zip: Uint8Array): { files: string[]; lines: ArchivedFeeLine[] } {
  const entries = Object.entries(unzipSync(zip));
  return {
    files: entries.map(([name]) => name),
    lines: entries.flatMap(([name, bytes]) => {
      const custodian = name.slice(0, 3);
      const layout = COLUMNS[custodian] ?? { separator: ',', number: 'account_number', amount: 'fee_amount' };
      const cells = (line: string): string[] =>
        (
          line.match(
            new RegExp(`("[^"]*"|[^${layout.separator === '|' ? '\\|' : layout.separator}]+)`, 'g'),
          ) ?? []
        ).map((cell) => cell.replaceAll('"', ''));
      const [heading = '', ...rows] = strFromU8(bytes).trimEnd().split('\r\n');
      const [number, amount] = [cells(heading).indexOf(layout.number), cells(heading).indexOf(layout.amount)];
      return rows.map((row) => ({
        custodian,
        number: cells(row)[number] ?? '',
        cents: Math.round(Number((cells(row)[amount] ?? '').replaceAll(',', '')) * 100),
      }));
    }),
  };
}

/** Downloads the archive of a fee upload file. */
export async function downloadArchive(demo: DemoFirmClient, id: unknown): Promise<Uint8Array> {
  const response = await demo.send('POST', `${FEE_FILES}/download/${String(id)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return new Uint8Array(await response.arrayBuffer());
}
