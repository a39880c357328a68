import {
  codeJobFacts,
  codeLine,
  newAdvisorCode,
  type CodeLine,
  type NewAdvisorCode,
} from '#contract/features/advisor-codes/schemas';
import type { ActivityKind } from '#contract/features/activity/schemas';
import { CUSTODIANS, isCustodian } from '#contract/fields';
import { idOf } from '#contract/exact-json/fields';
import type { JobFacts } from '#contract/job';
import { fail } from '#contract/failure';
import { toApprovalRow } from '../../jobs/approval-row';
import { defineJob, type AnyJobDefinition, type RowOutcome } from '../../jobs/kind';
import type { Service } from '../../service/client';
import { judgeCreated, judgeRemoved, type WriteJudgment } from '../../service/judge-write';
import { withoutTaxIds } from '../team/saved-work/without-tax-ids';
import type { JsonObject } from '../../service/body-messages';

/** The mapping as the service has it now. */
interface ServiceMapping {
  /** JSON text of the records by `recordName`. */
  readonly records: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
  /** True if the service confirmed the end of the list: then an ID that is missing here does not exist. */
  readonly isComplete: boolean;
  /** True if a record has no readable code, so that a code that is missing here may exist. */
  readonly hasUnreadableCode: boolean;
  /** True if a code arrived as a number, which may have lost its leading zeros (wire facts B3). */
  readonly hasNumericCode: boolean;
}

/** Records per page. */
const PAGE = 10_000;
/** Page limit for a listing without an end; no firm has this many. */
const MAX_PAGES = 100;

/** Returns the name of a code for one firm; case-sensitive. */
const recordName = (custodian: unknown, code: unknown, firm: unknown): string =>
  JSON.stringify([textOrEmpty(custodian), textOrEmpty(code), textOrEmpty(firm)]);

const textOrEmpty = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Reads the whole mapping (spec 4.5) without changing the cache. Fails with `not-the-service` if the
 * records have no IDs or none has a code, because a code missing from such a response proves nothing.
 */
async function readMapping(service: Pick<Service, 'call'>, signal: AbortSignal): Promise<ServiceMapping> {
  const rawByRecord = new Map<string, string>();
  const ids = new Set<string>();
  let hasUnreadableCode = false;
  let hasNumericCode = false;
  let read = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { records, meta } = await service.call('advisorCodes.list', {
      pager: { limit: PAGE, page },
      signal,
    });
    for (const { raw, record } of records) {
      const { id, code, source, firm_id } = (record ?? {}) as Record<string, unknown>;
      if (textOrEmpty(id) === '')
        throw fail('not-the-service', { cause: 'a record of the mapping is not an advisor code' });
      ids.add(textOrEmpty(id));
      if (typeof code === 'number') hasNumericCode = true;
      // A larger number may have lost digits.
      if (typeof code === 'string' || Number.isSafeInteger(code))
        rawByRecord.set(recordName(source, code, firm_id), raw);
      else hasUnreadableCode = true;
    }
    read += records.length;
    if (read > 0 && rawByRecord.size === 0)
      throw fail('not-the-service', { cause: 'no record of the mapping has a code' });
    if (records.length === 0 || meta.hasNext !== true)
      return {
        records: rawByRecord,
        ids,
        isComplete: meta.hasNext === false && (meta.totalItems ?? read) <= read,
        hasUnreadableCode,
        hasNumericCode,
      };
  }
  return { records: rawByRecord, ids, isComplete: false, hasUnreadableCode, hasNumericCode };
}

/** Codes per request; if a response is lost, this many outcomes are unknown. */
export const CODES_PER_REQUEST = 50;

export interface CodeJobDeps {
  readonly service: Pick<Service, 'call'>;
  /** Adds and removes records in the cache. */
  readonly lists: {
    readonly put: (raws: readonly string[]) => Promise<void>;
    readonly remove: (keys: readonly string[]) => Promise<void>;
    /** Returns which of these keys belong to codes on this computer. */
    readonly existingKeys: (keys: readonly string[]) => ReadonlySet<string>;
  };
}

const commonJobOptions = (activity: ActivityKind) => ({
  input: codeLine,
  resource: 'advisorCodes' as const,
  chunk: CODES_PER_REQUEST,
  whenRefused: 'one-by-one' as const,
  activity,
  logFacts: custodianFact,
});

/** Returns the values of a code as JSON, for a second person's approval. */
const valuesOf = ({ custodian, firmId }: CodeLine) => ({
  source: JSON.stringify(custodian),
  firm_id: firmId ?? 'null',
});

/** Returns the code as a value if it looks like a tax ID: titles hide it then, so that all such rows look the same. */
const hiddenCodeOf = ({ code }: CodeLine): { code?: string } =>
  withoutTaxIds(code) === code ? {} : { code: JSON.stringify(code) };

/**
 * Defines the job that creates codes (spec 4.5): a single code with the single-code request, more with the
 * bulk request.
 */
export function createCodesJob({ service, lists }: CodeJobDeps): AnyJobDefinition {
  /** The mapping as `verify` last read it, from which `publish` takes the new records. */
  let mappedRecords: ServiceMapping['records'] = new Map();
  const nameOf = ({ custodian, code, firmId }: CodeLine) => recordName(custodian, code, firmId);
  return defineJob({
    ...commonJobOptions('advisor-code-create'),
    operation: 'create',
    isRepeatable: false,
    requiresConfirmation: false,
    approvalRows: (line) => [
      toApprovalRow({
        key: line.record,
        title: line.code,
        fields: Object.entries({ ...hiddenCodeOf(line), ...valuesOf(line) }).map(([field, json]) => ({
          field,
          after: json,
        })),
      }),
    ],
    async send(lines, signal) {
      const body = lines.map(bodyOf);
      const [only, ...others] = body;
      const records =
        only && others.length === 0
          ? [await service.call('advisorCodes.create', { body: only, signal })]
          : (await service.call('advisorCodes.createMany', { body, signal })).records;
      return judgeCreated(records, body, { isOf: isCode, existingIds: lists.existingKeys }).map(outcomeOf);
    },
    async verify(lines, signal) {
      const { records, isComplete, hasUnreadableCode, hasNumericCode } = await readMapping(service, signal);
      mappedRecords = records;
      const isAbsent = ({ code }: CodeLine) =>
        isComplete && !hasUnreadableCode && !(hasNumericCode && code.startsWith('0'));
      return lines.map((line) => (records.has(nameOf(line)) ? true : isAbsent(line) ? false : null));
    },
    publish: (lines) => lists.put(lines.flatMap((line) => mappedRecords.get(nameOf(line)) ?? [])),
  });
}

/** Defines the job that deletes codes (spec 4.5). */
export const deleteCodesJob = ({ service, lists }: CodeJobDeps): AnyJobDefinition =>
  defineJob({
    ...commonJobOptions('advisor-code-delete'),
    operation: 'remove',
    requiresConfirmation: true,
    // Shows the current values, so that the approver sees which code is deleted.
    approvalRows: (line) => [
      toApprovalRow({
        key: line.record,
        title: line.code,
        fields: Object.entries(valuesOf(line)).map(([field, json]) => ({
          field,
          before: json,
          after: 'null',
        })),
      }),
    ],
    async send(lines, signal) {
      const ids = lines.map(recordOf);
      const [only, ...others] = ids;
      const response =
        only !== undefined && others.length === 0
          ? await service.call('advisorCodes.remove', { path: { id: only }, signal })
          : await service.call('advisorCodes.removeMany', { body: { ids }, signal });
      return judgeRemoved(response, ids).map(outcomeOf);
    },
    async verify(lines, signal) {
      const { ids, isComplete } = await readMapping(service, signal);
      return lines.map((line) => (ids.has(String(line.record)) ? false : isComplete ? true : null));
    },
    publish: (lines) => lists.remove(lines.flatMap(({ record }) => record ?? [])),
  });

/** Reports success only if the response proves it; all other rows are looked up. */
function outcomeOf(judgment: WriteJudgment): RowOutcome {
  if (judgment.state === 'confirmed') return { state: 'done', responseIds: idsIn(judgment.raw) };
  const { state, messages } = judgment;
  if (messages.length > 0) return { state: 'unknown', issue: { code: 'message', reasons: [...messages] } };
  return { state: 'unknown', issue: { code: state === 'refused' ? 'none-deleted' : 'unnamed' } };
}

function idsIn(raw: string | null): string[] {
  return raw === null ? [] : [idOf(raw) ?? []].flat();
}

/** Returns whether a record of the response is a sent code; a record without a firm has the one that was sent. */
const isCode = (record: JsonObject, { code, source, firm_id }: NewAdvisorCode): boolean =>
  recordName(record['source'], record['code'], record['firm_id'] ?? firm_id) ===
  recordName(source, code, firm_id);

const bodyOf = ({ custodian, code, firmId }: CodeLine): NewAdvisorCode =>
  newAdvisorCode.parse({ code, source: custodian, firm_id: Number(firmId) });

const recordOf = ({ record }: CodeLine): number => Number(record);

/** Returns the custodian's name, or how many there are; the activity log contains no codes. */
function custodianFact(facts: JobFacts): JobFacts {
  const { custodian, custodians } = codeJobFacts.parse(facts);
  return {
    custodian:
      custodian === null
        ? `${custodians} custodians`
        : isCustodian(custodian)
          ? CUSTODIANS[custodian]
          : custodian,
  };
}
