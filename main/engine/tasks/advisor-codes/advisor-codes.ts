import {
  MOST_CODE_TEXT,
  type CodeJob,
  type CodeSource,
} from '../../../../preload/contract/calls/advisor-codes';
import { fail } from '../../../../preload/contract/failure';
import { readChosen } from '../../files/chosen-file';
import { checkLines, type CheckParts } from './check';
import { firmsOf } from './firms';
import { CodesJob, type JobParts } from './job';
import type { KnownCodes } from './known';
import type { JobLine } from './lines';
import { readCodeLines, type RawLine } from './read-lines';

export interface CodesParts extends JobParts {
  /** The path behind a file that the person chose. */
  readonly opened: (grant: string) => string;
}

/** Jobs remembered: the one on screen, and those whose rest may still be wanted. */
const KEPT = 8;

/** The task with advisor codes of one connection (spec 2.5, 4.5). */
export function createAdvisorCodes(parts: CodesParts) {
  const { known, opened, service, now } = parts;
  const firms = firmsOf(service, known, now);
  const jobs = new Map<string, CodesJob>();
  let current: CodesJob | null = null;

  const job = (id: string): CodesJob => {
    const found = jobs.get(id);
    if (!found) throw fail('not-found', { where: 'job' });
    return found;
  };

  function plan(kind: CodeJob['kind'], lines: readonly JobLine[]): CodeJob {
    const planned = new CodesJob(kind, lines, parts);
    jobs.set(planned.id, planned);
    for (const [id, { state }] of jobs)
      if (jobs.size > KEPT && state.value.state !== 'running') jobs.delete(id);
    return planned.state.value;
  }

  return {
    firms,

    async planCreate(source: CodeSource, defaults: CheckParts['defaults']): Promise<CodeJob> {
      const raw = await rawLines(source, { opened, job });
      return plan('create', checkLines(raw, { known, defaults, ...(await firms()) }));
    },

    planDelete(records: readonly string[]): CodeJob {
      return plan('delete', linesToDelete(records, known));
    },

    /** Sends a plan, once. Only one at a time goes on: fails with `busy` while another one does. */
    start(id: string, count: number | undefined): void {
      const wanted = job(id);
      const { kind, state } = wanted;
      if (state.value.state !== 'planned') return;
      if (current?.state.value.state === 'running')
        throw fail('conflict', { reasons: ['Other codes are being sent: wait for their end.'] });
      if (kind === 'delete' && count !== state.value.counts.ready)
        throw fail('changed-since', { cause: 'another number of codes was confirmed' });
      wanted.start();
      current = wanted;
    },
    stop: (id: string): void => job(id).stop(),
    follow: (id: string, signal: AbortSignal | undefined) => job(id).follow(signal),
    lines: (id: string) => job(id).lines(),
    ended: (id: string): Promise<void> => job(id).ended,

    current: (): CodeJob | null => current?.state.value ?? null,
    putAway(id: string): void {
      if (current?.id === id && current.state.value.state !== 'running') current = null;
    },
  };
}

async function rawLines(
  source: CodeSource,
  { opened, job }: { opened: CodesParts['opened']; job: (id: string) => CodesJob },
): Promise<RawLine[]> {
  switch (source.from) {
    case 'text':
      return readCodeLines(source.text);
    case 'file':
      return readCodeLines(await readChosen(opened(source.grant), MOST_CODE_TEXT));
    case 'one': {
      const { code, source: custodian, firm_id: firm } = source.code;
      return [{ number: null, code, custodian, firm: String(firm) }];
    }
    case 'rest':
      return job(source.job).rest.map(({ number, custodian, code, firmId }) => ({
        number,
        code,
        custodian: custodian ?? '',
        firm: firmId ?? '',
      }));
  }
}

function linesToDelete(records: readonly string[], known: KnownCodes): JobLine[] {
  const rows = new Map(known.overview.rows.map((row) => [row.record, row]));
  return [...new Set(records)].map((record, index): JobLine => {
    const row = rows.get(record);
    const id = /^\d+$/.test(record) ? Number(record) : null;
    const problem = !row
      ? 'Is not in the local copy any more.'
      : id === null
        ? 'Came without an id, so it cannot be named to the service.'
        : null;
    return {
      index,
      number: null,
      custodian: row?.custodian ?? null,
      code: row?.code ?? '',
      firmId: row?.firmId ?? null,
      accounts: row?.accounts ?? null,
      state: problem === null ? 'ready' : 'wrong',
      remark: problem,
      body: null,
      id,
    };
  });
}
