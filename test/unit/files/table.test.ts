import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import { separatorOf } from '#contract/separated-text';
import { readTable } from '#engine/files/tables/table';
import { collectAll } from '../../support/collect-all';

async function* chunks(bytes: Buffer, size: number) {
  for (let offset = 0; offset < bytes.length; offset += size)
    yield await Promise.resolve(bytes.subarray(offset, offset + size));
}
async function read(text: string | Buffer, size = 7) {
  const { separator, rows } = await readTable(chunks(Buffer.from(text as string), size));
  return { separator, rows: (await collectAll(rows)).flat().map(({ cells }) => cells) };
}

describe('the separator', () => {
  it.each([
    ['account,fee\n1,2', ','],
    ['account;fee\n1;2,5\n2;3,5', ';'],
    ['account\tfee, total\n1\t2', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['"Lee, Ann"|1\n"Roe, Bo"|2', '|'],
    ['1,234.50;x\n2,000.00;y', ';'],
  ])('of %j is %j', (text, separator) => expect(separatorOf(text)).toBe(separator));

  it('is null for fixed-width text', () => {
    expect(separatorOf('0012345    10.50\n0012346   110.50\n')).toBeNull();
  });
});

describe('a table', () => {
  it('keeps leading zeros, quotes and empty cells', async () => {
    expect(await read('acct,fee,note\r\n00123,"1,234.50","say ""hi"""\r\n\r\n00124,,\r\n')).toEqual({
      separator: ',',
      rows: [
        ['acct', 'fee', 'note'],
        ['00123', '1,234.50', 'say "hi"'],
        ['00124', '', ''],
      ],
    });
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFäccount,fee\n1,2', 'utf8')],
    ['UTF-16', Buffer.from('\uFEFFäccount,fee\n1,2', 'utf16le')],
    ['Windows-1252', Buffer.from('äccount,fee\n1,2', 'latin1')],
  ])('is read in %s', async (_name, bytes) => {
    expect((await read(bytes)).rows).toEqual([
      ['äccount', 'fee'],
      ['1', '2'],
    ]);
  });

  it('is read in UTF-16 without a byte order mark', async () => {
    expect((await read(Buffer.from('account,fee\n1,2', 'utf16le'))).rows).toEqual([
      ['account', 'fee'],
      ['1', '2'],
    ]);
  });

  it.each(['utf8', 'latin1'] as const)(
    'with its first accent late in the file is read in %s',
    async (encoding) => {
      const text = `${'00123,10.50\n'.repeat(10_000)}Müller,1\nLøv,2\n`;
      expect((await read(Buffer.from(text, encoding), 4_096)).rows.slice(-2)).toEqual([
        ['Müller', '1'],
        ['Løv', '2'],
      ]);
    },
  );

  it.each([
    ['at the end of the file', ''],
    ['at the end of a chunk', `${'1'.repeat(100)}\n`],
  ])('in Windows-1252 with its only accent %s is read', async (_place, rest) => {
    for (const before of ['', '00123,10.50\n'.repeat(10_000)]) {
      const start = Buffer.from(`${before}1,Jos\u00e9`, 'latin1');
      const { rows } = await read(Buffer.concat([start, Buffer.from(rest)]), start.length);
      expect(rows.at(-1)).toEqual(['1', `Jos\u00e9${rest.trim()}`]);
    }
  });

  it('is a list of lines for fixed-width text', async () => {
    expect(await read('0012345    10.50\r\n0012346   110.50\r\n')).toEqual({
      separator: null,
      rows: [['0012345    10.50'], ['0012346   110.50']],
    });
  });

  it.each([
    ['separated', 'Fees of Q3,2026\r\n\r\nacct,"fee\r\nin $"\r\n00123,1\r\n', [1, 3, 5]],
    ['fixed-width', 'FEES\r\n\r\n \r\n0012345    10.50\r\n\r\n0012346   110.50', [1, 4, 6]],
  ])('numbers the rows of %s text by their lines in the file', async (_kind, text, numbers) => {
    for (const size of [1, 7, 1_000]) {
      const { rows } = await readTable(chunks(Buffer.from(text), size));
      expect((await collectAll(rows)).flat().map(({ number }) => number)).toEqual(numbers);
    }
  });

  it('accepts rows of different lengths', async () => {
    expect((await read('a,b\n1,2,3\n4\n5,6')).rows).toEqual([['a', 'b'], ['1', '2', '3'], ['4'], ['5', '6']]);
  });

  it('refuses an image', async () => {
    const problem = await read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])).catch(failureOf);
    expect(problem).toMatchObject({ kind: 'file-unreadable' });
  });

  it('refuses a line without an end instead of buffering it', async () => {
    const problem = await read(Buffer.alloc(3_000_000, 'x'), 100_000).catch(failureOf);
    expect(problem).toMatchObject({ kind: 'file-unreadable' });
  });

  it.each(['00123,10.50\n', '00123     10.50\n'])(
    'of %j closes its file when reading stops',
    async (line) => {
      let isOpen = true;
      async function* endlessChunks() {
        try {
          for (;;) yield await Promise.resolve(Buffer.from(line.repeat(10_000)));
        } finally {
          isOpen = false;
        }
      }
      for await (const batch of (await readTable(endlessChunks())).rows) if (batch.length > 0) break;
      expect(isOpen).toBe(false);
    },
  );

  it('is empty for an empty file', async () => expect((await read('')).rows).toEqual([]));

  const cell = fc.string({ unit: fc.constantFrom(...'aZ09 ,;|"\'äßÉ€.-'.split('')), maxLength: 12 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const inWindows1252 = (text: string) =>
    Buffer.from(text.split('').map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))));
  const swapBytes = (bytes: Buffer) => bytes.swap16();
  const encodings = {
    'UTF-8': (text: string) => Buffer.from(text),
    'UTF-8 with a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`),
    'UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16 big-endian': (text: string) => swapBytes(Buffer.from(`\uFEFF${text}`, 'utf16le')),
    'Windows-1252': inWindows1252,
  };

  it.each(Object.entries(encodings))('preserves every cell in %s', async (_name, encode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 50 }),
        async (separator, lineEnd, cells, size) => {
          const table = [['Name', 'Müller', 'Fee'], ...cells];
          const text = table.map((row) => row.map(quote).join(separator) + lineEnd).join('');
          const found = await readTable(chunks(encode(text), size));
          expect(found.separator).toBe(separator);
          expect((await collectAll(found.rows)).flat().map((row) => row.cells)).toEqual(table);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('yields a few long rows at a time to limit memory', async () => {
  const long = Array.from({ length: 30 }, () => 'x,'.repeat(40_000)).join('\n');
  const sizes: number[] = [];
  for await (const batch of (await readTable(chunks(Buffer.from(long), 65_536))).rows)
    sizes.push(batch.length);
  expect(sizes).toEqual(Array.from({ length: 15 }, () => 2));
});
