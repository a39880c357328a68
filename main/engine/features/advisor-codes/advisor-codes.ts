import { codeJobFacts, MAX_CODE_TEXT } from '#contract/features/advisor-codes/schemas';
import type { CodeIssue, CodeSource, Firm } from '#contract/features/advisor-codes/calls';
import type { Job } from '#contract/job';
import { z } from 'zod';
import { tolerantText } from '#contract/fields';
import { readChosenList } from '../../files/chosen-file';
import type { Jobs } from '../../jobs/jobs';
import { checkLines, type CheckContext, type PlannedLine } from './check';
import { createCodesJob, deleteCodesJob, type CodeJobDeps } from './code-jobs';
import type { CachedCodes } from './cached-codes';
import { readCodeLines, type RawLine } from './read-lines';
import { allValues } from '../../service/all-values';
import type { Service } from '../../service/client';
import { isFailure } from '../../service/failures';

const PAGE_SIZE = 1_000;
/** The fields needed to choose a firm; an invalid name becomes null. */
const firmRow = z.looseObject({ id: z.coerce.number().pipe(z.int()), name: tolerantText });
/** Time before the firms are requested again after the service could not be reached. */
const RETRY_MS = 60_000;

interface FirmList {
  readonly firms: Firm[];
  /** True if the firms come from the service's listing, which is then complete. */
  readonly isListed: boolean;
}

/**
 * Lists the application's firms (spec 4.5). Requests the service's listing once. If there is none, or the service
 * cannot be reached, it uses the firms named in cached records.
 */
class FirmLister {
  readonly #deps: Pick<AdvisorCodesDeps, 'service' | 'cachedCodes' | 'now'>;
  #serviceFirms: Firm[] | undefined;
  #retryAt = 0;

  constructor(deps: Pick<AdvisorCodesDeps, 'service' | 'cachedCodes' | 'now'>) {
    this.#deps = deps;
  }

  async list(): Promise<FirmList> {
    const { service, cachedCodes, now } = this.#deps;
    if (this.#serviceFirms === undefined && now().getTime() >= this.#retryAt) {
      try {
        this.#serviceFirms = await requestFirms(service);
      } catch (error) {
        // Not every service has this endpoint (wire facts), and the task works without names.
        this.#retryAt = isFailure(error, 'not-found', 'part-absent', 'not-allowed')
          ? Infinity
          : now().getTime() + RETRY_MS;
      }
    }
    const firms = this.#serviceFirms;
    if (firms && firms.length > 0) return { firms, isListed: true };
    const ids = cachedCodes.firmIds().map(Number).filter(Number.isSafeInteger);
    return { firms: ids.sort((a, b) => a - b).map((id) => ({ id, name: null })), isListed: false };
  }
}

async function requestFirms(service: Pick<Service, 'call'>): Promise<Firm[]> {
  return allValues(async (page) => {
    const { records } = await service.call('firms.list', { pager: { limit: PAGE_SIZE, page } });
    return records.flatMap(({ record }) => {
      const firm = firmRow.safeParse(record);
      return firm.success ? [{ id: firm.data.id, name: firm.data.name ?? null }] : [];
    });
  });
}

export interface AdvisorCodesDeps extends CodeJobDeps {
  readonly cachedCodes: CachedCodes;
  readonly jobs: Jobs;
  /** Returns the path of a file that the user chose. */
  readonly chosenPath: (grant: string) => string;
  readonly now: () => Date;
}

/** Creates the advisor code task of one connection (spec 2.5, 4.5). Its plans are durable jobs. */
export function createAdvisorCodes({ service, lists, cachedCodes, jobs, chosenPath, now }: AdvisorCodesDeps) {
  const firmLister = new FirmLister({ service, cachedCodes, now });
  const kinds = { create: createCodesJob({ service, lists }), remove: deleteCodesJob({ service, lists }) };
  for (const kind of Object.values(kinds)) jobs.register(kind);

  function plan(kind: keyof typeof kinds, lines: readonly PlannedLine[]): Job {
    const codes = lines.flatMap(({ input: { custodian, code }, state }) =>
      custodian !== null && state === 'planned' ? [{ custodian, code }] : [],
    );
    const custodians = new Set(codes.map(({ custodian }) => custodian));
    const [first = null] = custodians;
    const facts = codeJobFacts.parse({
      accounts: cachedCodes.accountsWith(codes),
      custodian: custodians.size === 1 ? first : null,
      custodians: custodians.size,
    });
    return jobs.plan(kinds[kind], lines, facts);
  }

  return {
    firms: (): Promise<FirmList> => firmLister.list(),

    async planCreate(
      source: CodeSource,
      defaults: CheckContext['defaults'],
      signal?: AbortSignal,
    ): Promise<Job> {
      const listing = await firmLister.list();
      const isFirm = (cell: string) =>
        listing.firms.some(
          ({ id, name }) => String(id) === cell || name?.toLowerCase() === cell.toLowerCase(),
        );
      const raw = await rawLines(source, chosenPath, isFirm, signal);
      return plan('create', checkLines(raw, { cachedCodes, defaults, ...listing }));
    },

    planDelete: (records: readonly string[]): Job => plan('remove', linesToDelete(records, cachedCodes)),
  };
}

async function rawLines(
  source: CodeSource,
  chosenPath: AdvisorCodesDeps['chosenPath'],
  isFirm: (cell: string) => boolean,
  signal?: AbortSignal,
): Promise<RawLine[]> {
  if (source.from === 'text') return readCodeLines(source.text, isFirm);
  if (source.from === 'file')
    return readCodeLines(await readChosenList(chosenPath(source.grant), MAX_CODE_TEXT, signal), isFirm);
  const { code, source: custodian, firm_id: firm } = source.code;
  return [{ number: null, code, custodian, firm: String(firm) }];
}

function linesToDelete(records: readonly string[], cachedCodes: CachedCodes): PlannedLine[] {
  const rows = new Map(cachedCodes.overview.rows.map((row) => [row.record, row]));
  return [...new Set(records)].map((record): PlannedLine => {
    const row = rows.get(record);
    const isId = /^\d+$/.test(record) && Number.isSafeInteger(Number(record));
    const problem: CodeIssue | null = !row ? 'gone' : isId ? null : 'no-id';
    return {
      input: {
        number: null,
        custodian: row?.custodian ?? null,
        code: row?.code ?? '',
        firmId: row?.firmId ?? null,
        accounts: row?.accounts ?? null,
        record,
      },
      state: problem === null ? 'planned' : 'skipped',
      issue: problem && { code: problem },
    };
  });
}
