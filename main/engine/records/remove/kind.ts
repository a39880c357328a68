import { removeLine, type RemoveLine } from '#contract/creation';
import { fieldsOf } from '#contract/exact-json/fields';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { toApprovalRow } from '../../jobs/approval-row';
import { defineJob, SendFewer, type AnyJobDefinition, type RowOutcome } from '../../jobs/kind';
import { judgeRemoved, type WriteJudgment } from '../../service/judge-write';
import type { RecordJobDeps } from '../create/kind';
import { isAbsent } from '../absent';
import type { MissingOperations } from '../missing-operations';
import { recordCalls } from '../record-calls';

/** Records per request; if a response is lost, this many outcomes are unknown until the service is read. */
export const REMOVE_CHUNK = 250;

/** Code of the issue that the ID from a response belongs to a record with another name. */
export const ANOTHER_RECORD = 'another-record';

/**
 * Defines the job that deletes records (spec 4.6): a single record with the single request, several with the
 * bulk request if there is one.
 */
export function removeRecordsJob(
  resource: ResourceName,
  { service, lists, missing }: RecordJobDeps & { readonly missing: Pick<MissingOperations, 'knownMissing'> },
): AnyJobDefinition {
  const { plural } = resourceNamed(resource);
  const calls = recordCalls(service, resource);
  let acceptsMany = calls.offers('removeMany');
  return defineJob({
    resource,
    operation: 'remove',
    input: removeLine,
    chunk: REMOVE_CHUNK,
    whenRefused: 'halves',
    listDecides: true,
    requiresConfirmation: true,
    activity: 'record-delete',
    logFacts: (_, job) => ({ list: plural, job }),
    approvalRows: ({ key, title, subtitle }) => [toApprovalRow({ key, title, subtitle })],

    async prepare(lines, signal) {
      if (!lines.some(({ undoes }) => undoes)) return [];
      const { records, isComplete } = await calls.list(signal);
      return lines.map((line): RowOutcome | undefined => {
        if (!line.undoes) return undefined;
        const raw = records.get(line.key);
        if (raw !== undefined && isNamedAs(resource, line, raw)) return undefined;
        const code = raw !== undefined ? ANOTHER_RECORD : isComplete ? 'not-found' : 'not-listed';
        return { state: 'refused', issue: { code, facts: { id: line.key } } };
      });
    },

    async send(lines, signal) {
      const keys = lines.map(({ key }) => key);
      const [first = '', ...others] = keys;
      // If the single request is missing, the bulk request also accepts one record.
      const usesBulkRequest = acceptsMany && missing.knownMissing(resource).includes('remove');
      if (others.length === 0 && !usesBulkRequest)
        return judgeRemoved(await calls.remove(first, signal), [first]).map(outcomeOf);
      if (!acceptsMany) throw new SendFewer(1, { singly: true });
      try {
        return judgeRemoved(await calls.removeMany(keys, signal), keys).map(outcomeOf);
      } catch (error) {
        if (!isAbsent(error)) throw error;
        acceptsMany = false;
        throw new SendFewer(1, { singly: true }, error);
      }
    },

    async verify(lines, signal) {
      const { records, isComplete } = await calls.list(signal);
      return lines.map(({ key }) => (records.has(key) ? false : isComplete ? true : null));
    },

    publish: (lines) =>
      lists.remove(
        resource,
        lines.map(({ key }) => key),
      ),
  });
}

/**
 * Reports success only if the response proves it. All other rows are verified, including those reported as not
 * deleted.
 */
function outcomeOf(judged: WriteJudgment): RowOutcome {
  if (judged.state === 'confirmed') return { state: 'done' };
  const { state, messages } = judged;
  if (messages.length > 0) return { state: 'unknown', issue: { code: 'message', reasons: [...messages] } };
  return { state: 'unknown', issue: { code: state === 'refused' ? 'none-deleted' : 'unnamed' } };
}

/** Returns whether the service's record is that of a row: it has the row's title, and its slug if the row has one. */
export function isNamedAs(
  resource: ResourceName,
  { title, subtitle }: Pick<RemoveLine, 'title' | 'subtitle'>,
  raw: string,
): boolean {
  const record = fieldsOf(raw) ?? {};
  const text = (name: string): string => plainText(record[name]);
  const isSame = resourceNamed(resource).title.map(text).filter(Boolean).join(' ') === title.trim();
  return isSame && (subtitle === '' || text('slug') === subtitle);
}

const plainText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
