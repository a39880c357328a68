import fs from 'node:fs';

const PAGE = 4096;
/** Number of pages to read at once. */
const MAX_PAGES = 2048;

/** Yields the runs of a process's writable pages that are in memory now, without pages that are only reserved. */
function* residentRuns(pid: number): Generator<{ from: number; pages: number }> {
  const map = fs.openSync(`/proc/${pid}/pagemap`, 'r');
  try {
    for (const line of fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (start === undefined || end === undefined) continue;
      const first = Number.parseInt(start, 16) / PAGE;
      const last = Number.parseInt(end, 16) / PAGE;
      for (let firstPage = first; firstPage < last; firstPage += MAX_PAGES) {
        const count = Math.min(MAX_PAGES, last - firstPage);
        const entries = Buffer.alloc(count * 8);
        fs.readSync(map, entries, 0, entries.length, firstPage * 8);
        // The highest bit of an entry: the page is present.
        const isPresent = (page: number) => ((entries[page * 8 + 7] ?? 0) & 0x80) !== 0;
        for (let page = 0; page < count; page += 1) {
          if (!isPresent(page)) continue;
          const from = page;
          while (page < count && isPresent(page)) page += 1;
          yield { from: (firstPage + from) * PAGE, pages: page - from };
        }
      }
    }
  } finally {
    fs.closeSync(map);
  }
}

/**
 * Counts occurrences of any of these texts in a process's memory, in both string encodings (Linux, as root).
 * Misses a text that crosses two runs of pages.
 */
export function countInMemory(pid: number, texts: readonly string[]): number {
  try {
    return countTexts(pid, texts);
  } catch (error) {
    if (isProcessEnded(error)) return 0; // its memory was released
    throw error;
  }
}

const isProcessEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');

function countTexts(pid: number, texts: readonly string[]): number {
  const needles = texts.flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]);
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r');
  const bytes = Buffer.alloc(MAX_PAGES * PAGE);
  let times = 0;
  try {
    for (const { from, pages } of residentRuns(pid)) {
      let bytesRead = 0;
      try {
        bytesRead = fs.readSync(memory, bytes, 0, pages * PAGE, from);
      } catch {
        continue; // released in between
      }
      const block = bytes.subarray(0, bytesRead);
      for (const needle of needles)
        for (let found = block.indexOf(needle); found >= 0; found = block.indexOf(needle, found + 1))
          times += 1;
    }
  } finally {
    fs.closeSync(memory);
  }
  return times;
}
