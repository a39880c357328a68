import { editLine, type EditLine } from '#contract/edit';
import { UNCHANGED_FIELDS_FACT } from '#contract/job';
import type { Resource } from '#contract/resource';
import { resourceNamed, type EditableName, type ResourceName } from '#contract/resources';
import { toApprovalRow } from '../../jobs/approval-row';
import {
  defineJob,
  SendFewer,
  type AnyJobDefinition,
  type Preparation,
  type Verification,
  type RowOutcome,
} from '../../jobs/kind';
import { BatchWriter } from '../batch-writer';
import { isAbsent } from '../absent';
import { issueOf } from '../../jobs/send';
import { writeOutcomeOf } from '../../service/failure-facts';
import { recordCalls, type ReturnedRecord } from '../record-calls';
import {
  judgeResponses,
  judgeReading,
  judgeRefused,
  type SentLine,
  type ConfirmedRecord,
} from './judge-response';
import { expectedFieldsOf, optionalFieldsOf, unreadIssue } from './incomplete';
import { fieldText, isEmptyText } from '#contract/exact-json/field-text';
import { sameValue } from '#contract/same-value';
import { spelledFields } from './field-text';
import { patchRecord, type PutRoute } from './patch';
import { FreshReader, type FreshReadings, type ReadingService } from './read-fresh';
import { isAlreadySet, hasWantedValue } from './wanted';
import type { SentAtLookup } from './sent-here';

export interface EditJobDeps {
  readonly service: ReadingService;
  /** Adds records to the cache; `changedFields` has the fields that this app changed in each. */
  readonly put: (
    resource: ResourceName,
    raws: readonly string[],
    changedFields: readonly (readonly string[])[],
  ) => Promise<void>;
  /** Returns the cached records by key; a read must have all of their fields. */
  readonly cached: (resource: ResourceName, keys: readonly string[]) => ReadonlyMap<string, string>;
  /** Returns what this app sent to records of a resource, as of this call. */
  readonly sentTo: (resource: ResourceName) => SentAtLookup;
}

/** Records per request; if a response is lost, this many outcomes are unknown until the service is read. */
export const EDIT_CHUNK = 500;

/**
 * Edits records. Each one is read right before it is sent. A value that differs from the edit's original is a
 * conflict and not sent; otherwise the whole record is sent with the edits. A line is done if the response
 * proves it.
 */
class RecordEditor {
  readonly #resource: EditableName;
  readonly #deps: EditJobDeps;
  readonly #descriptor: Resource;
  readonly #calls: ReturnType<typeof recordCalls>;
  readonly #fresh: FreshReader;
  readonly fieldsBySpelling: ReadonlyMap<string, string>;
  readonly #writer: BatchWriter<ConfirmedRecord>;
  #acceptsMany = true;
  /** Records to send in the current chunk, by key. */
  #readyLines = new Map<string, SentLine>();
  /** The complete records that verifications read and that are not published to the lists yet, by key. */
  readonly #recordsToPublish = new Map<string, string>();

  constructor(resource: EditableName, deps: EditJobDeps) {
    this.#resource = resource;
    this.#deps = deps;
    this.#descriptor = resourceNamed(resource);
    this.#calls = recordCalls(deps.service, resource);
    this.#fresh = new FreshReader(deps.service, resource);
    this.fieldsBySpelling = spelledFields(this.#descriptor);
    // At once: the job's end waits for these writes, because an undo is built from the lists.
    this.#writer = new BatchWriter((records) => this.#putInLists(records), { intervalMs: 0 });
  }

  #putInLists(records: readonly ConfirmedRecord[]): Promise<void> {
    const { put } = this.#deps;
    return put(
      this.#resource,
      records.map(({ raw }) => raw),
      records.map(({ changedFields }) => changedFields),
    );
  }

  /** Reads the records of lines again; `optional` names the fields of a line that a read may leave out. */
  #readLines(
    lines: readonly EditLine[],
    signal: AbortSignal,
    optional: (line: EditLine) => ReadonlySet<string>,
  ): Promise<FreshReadings> {
    const { cached } = this.#deps;
    const known = cached(
      this.#resource,
      lines.map(({ key }) => key),
    );
    const lineOf = new Map(lines.map((line) => [line.key, line]));
    return this.#fresh.read([...lineOf.keys()], signal, (key) => {
      const line = lineOf.get(key);
      return {
        raw: known.get(key),
        ...(line
          ? { optional: optional(line), fieldsToWrite: expectedFieldsOf(this.#descriptor, line.fields) }
          : {}),
      };
    });
  }

  /** Returns the fields that a read after a write may lack, such as a cleared one, as some services omit nulls. */
  #optionalAfterWrite({ fields }: EditLine): ReadonlySet<string> {
    return new Set([
      ...optionalFieldsOf(this.#descriptor, fields),
      ...fields.flatMap(({ field, after }) => (isEmptyText(after) ? [field] : [])),
    ]);
  }

  /** Reads records again whose responses did not settle their outcome. */
  async #settleWarnings(
    doubtful: ReturnType<typeof judgeResponses>['doubtful'],
    signal: AbortSignal,
  ): Promise<{ outcomes: Map<string, RowOutcome>; confirmedRecords: ConfirmedRecord[] }> {
    const confirmedRecords: ConfirmedRecord[] = [];
    const outcomes = new Map<string, RowOutcome>();
    if (doubtful.length === 0) return { outcomes, confirmedRecords };
    const readings = await this.#readLines(
      doubtful.map(({ sentLine: { line } }) => line),
      signal,
      (line) => this.#optionalAfterWrite(line),
    ).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null; // the PUT arrived, so after a failed read its outcome is unknown
    });
    for (const { sentLine, warning } of doubtful) {
      const { key } = sentLine.line;
      const complete = readings?.texts.get(key);
      const raw = complete ?? readings?.incomplete.get(key)?.raw;
      const isCompleteRecord = complete !== undefined;
      outcomes.set(
        key,
        judgeReading(
          this.#descriptor,
          sentLine,
          warning,
          raw === undefined ? raw : { raw, isCompleteRecord },
        ),
      );
      if (isCompleteRecord)
        confirmedRecords.push({
          raw: complete,
          changedFields: sentLine.wantedValues.map(({ field }) => field),
        });
    }
    return { outcomes, confirmedRecords };
  }

  /** A refusal is not an outcome (wire facts B16): reading the record again shows what was applied. */
  async #outcomeOfRefused(sent: SentLine, error: unknown, signal: AbortSignal): Promise<RowOutcome> {
    const { state, failure } = writeOutcomeOf(error);
    if (state !== 'refused') throw error;
    const { key } = sent.line;
    const issue = issueOf(failure, { fieldsBySpelling: this.fieldsBySpelling });
    const readings = await this.#readLines([sent.line], signal, (line) =>
      this.#optionalAfterWrite(line),
    ).catch(() => null);
    if (signal.aborted) throw error;
    const complete = readings?.texts.get(key);
    const raw = complete ?? readings?.incomplete.get(key)?.raw;
    // The credential lacks the permission, which concerns every row: the job ends with it.
    const isForbidden = failure.kind === 'not-allowed';
    if (raw === undefined && isForbidden) throw error;
    if (raw === undefined && !readings) return { state: 'unknown', issue };
    const outcome =
      raw === undefined
        ? undefined
        : judgeRefused(
            this.#descriptor,
            sent,
            { raw, isCompleteRecord: complete !== undefined },
            issue.reasons ?? [],
          );
    if (!outcome && isForbidden) throw error;
    if (outcome && complete !== undefined)
      await this.#writer.put([{ raw: complete, changedFields: sent.wantedValues.map(({ field }) => field) }]);
    return outcome ?? { state: 'refused', issue };
  }

  async prepare(lines: readonly EditLine[], signal: AbortSignal): Promise<Preparation<EditLine>[]> {
    const { sentTo } = this.#deps;
    const fresh = await this.#readLines(lines, signal, ({ fields }) =>
      optionalFieldsOf(this.#descriptor, fields),
    );
    this.#readyLines = new Map();
    const notSent: ConfirmedRecord[] = [];
    const sent = sentTo(this.#resource);
    const preparations = lines.map((line): Preparation<EditLine> => {
      this.#recordsToPublish.delete(line.key); // older than this reading
      const raw = fresh.texts.get(line.key);
      if (raw === undefined) return { state: 'refused', issue: unreadIssue(fresh, line.key) };
      const sameRecord = this.#readyLines.get(line.key)?.line;
      if (sameRecord)
        return { state: 'refused', issue: { code: 'duplicate-line', facts: { line: sameRecord.line } } };
      const { wantedValues, unchangedFields, outcome } = compare(this.#descriptor, line, raw, sent);
      if (outcome) notSent.push({ raw, changedFields: [] });
      else this.#readyLines.set(line.key, { line, raw, wantedValues, unchangedFields });
      return outcome ?? preparedLine(line, unchangedFields);
    });
    await this.#writer.put(notSent);
    return preparations;
  }

  async send(lines: readonly EditLine[], signal: AbortSignal): Promise<RowOutcome[]> {
    const linesToSend = lines.flatMap(({ key }) => this.#readyLines.get(key) ?? []);
    if (linesToSend.length > 1 && !this.#acceptsMany) throw new SendFewer(1, { singly: true });
    const { records, unpatchable } = bodiesOf(
      this.#descriptor,
      linesToSend,
      this.#calls.putRoute(linesToSend.length),
    );
    let responses: readonly ReturnedRecord[];
    try {
      responses = await this.#calls.put(records, signal);
    } catch (error) {
      const [first] = linesToSend;
      if (first && linesToSend.length === 1) return [await this.#outcomeOfRefused(first, error, signal)];
      if (!isAbsent(error)) throw error;
      this.#acceptsMany = false;
      throw new SendFewer(1, { singly: true }, error);
    }
    const sent = new Map(records.map(({ key, value }) => [key, value]));
    const judged = judgeResponses(this.#descriptor, linesToSend, sent, responses);
    const reread = await this.#settleWarnings(judged.doubtful, signal);
    await this.#writer.put([...judged.confirmedRecords, ...reread.confirmedRecords]);
    return lines.map(
      ({ key }) =>
        unpatchable.get(key) ?? judged.outcomes.get(key) ?? reread.outcomes.get(key) ?? { state: 'unknown' },
    );
  }

  async verify(lines: readonly EditLine[], signal: AbortSignal): Promise<Verification[]> {
    const fresh = await this.#readLines(lines, signal, (line) => this.#optionalAfterWrite(line));
    return lines.map((line): Verification => {
      const { key, fields, unchangedFields } = line;
      const incomplete = fresh.incomplete.get(key);
      const complete = fresh.texts.get(key);
      if (complete === undefined) this.#recordsToPublish.delete(key);
      else this.#recordsToPublish.set(key, complete);
      const raw = complete ?? incomplete?.raw;
      if (raw === undefined) return fresh.unread.has(key) ? null : false;
      const results = fields.map((edit) =>
        incomplete?.lacks.includes(edit.field) ? null : hasWantedValue(this.#descriptor, raw, edit),
      );
      if (results.includes(false)) return false;
      if (results.includes(null)) return null;
      // An undo must not change fields that this app did not send.
      return unchangedFields === undefined
        ? true
        : { verified: true, facts: { [UNCHANGED_FIELDS_FACT]: unchangedFields.join(',') } };
    });
  }

  publish(lines: readonly EditLine[]): Promise<void> {
    const records = lines.flatMap(({ key, fields, unchangedFields = [] }) => {
      const raw = this.#recordsToPublish.get(key);
      this.#recordsToPublish.delete(key);
      const changedFields = fields
        .map(({ field }) => field)
        .filter((field) => !unchangedFields.includes(field));
      return raw === undefined ? [] : [{ raw, changedFields }];
    });
    return this.#putInLists(records);
  }

  publishResponses(): Promise<void> {
    return this.#writer.drain();
  }
}

/** Defines the job that edits records (spec 4.2, 4.6). */
export function editRecordsJob(resource: EditableName, deps: EditJobDeps): AnyJobDefinition {
  const editor = new RecordEditor(resource, deps);
  const { plural } = resourceNamed(resource);
  return defineJob<EditLine>({
    resource,
    operation: 'edit',
    input: editLine,
    chunk: EDIT_CHUNK,
    whenRefused: 'halves',
    requiresConfirmation: true,
    responseProves: true,
    fieldsBySpelling: editor.fieldsBySpelling,
    activity: 'record-edit',
    logFacts: ({ fields = null }, job) => ({ list: plural, fields, job }),
    approvalRows: (line) => [toApprovalRow(line)],
    prepare: (lines, signal) => editor.prepare(lines, signal),
    send: (lines, signal) => editor.send(lines, signal),
    verify: (lines, signal) => editor.verify(lines, signal),
    publish: (lines) => editor.publish(lines),
    publishResponses: () => editor.publishResponses(),
  });
}

/** Returns the body of each record, and the refusal of those whose text is not a valid record and can't be patched. */
function bodiesOf(descriptor: Resource, linesToSend: readonly SentLine[], route: PutRoute) {
  const unpatchable = new Map<string, RowOutcome>();
  const records = linesToSend.flatMap(({ line: { key }, raw, wantedValues }) => {
    try {
      const { text, value } = patchRecord(descriptor, raw, route, wantedValues);
      return [{ key, raw: text, value }];
    } catch {
      unpatchable.set(key, { state: 'refused', issue: { code: 'odd-record' } });
      return [];
    }
  });
  return { records, unpatchable };
}

/** Returns the line with the names of its fields that are not sent; undefined if it has them already. */
function preparedLine(
  { unchangedFields: earlier = [], ...line }: EditLine,
  unchangedFields: readonly string[],
): Preparation<EditLine> {
  if (String(earlier) === String(unchangedFields)) return undefined;
  return { input: unchangedFields.length === 0 ? line : { ...line, unchangedFields: [...unchangedFields] } };
}

/** Compares a line with the current record; returns what to write, or the outcome if nothing is sent. */
function compare(
  { fields: descriptors }: Pick<Resource, 'fields'>,
  { key, fields }: EditLine,
  raw: string,
  sent: SentAtLookup,
): Pick<SentLine, 'wantedValues' | 'unchangedFields'> & { outcome?: RowOutcome } {
  const wantedValues: EditLine['fields'] = [];
  const unchangedFields: string[] = [];
  const conflicts: [string, string | null][] = [];
  for (const edit of fields) {
    const field = descriptors[edit.field];
    if (!field) continue;
    const current = fieldText(raw, edit.field, field);
    if (isAlreadySet(field, current, edit)) unchangedFields.push(edit.field);
    else if (sameValue(field, current, edit.before)) wantedValues.push(edit);
    else conflicts.push([edit.field, current ?? null]);
  }
  if (conflicts.length > 0) {
    // Known only if this app sent every conflicting value: then the latest time.
    const times = conflicts.map(([field, current]) => sent(key, field, current ?? undefined));
    const sentAt = times.includes(undefined)
      ? undefined
      : times.toSorted((a = '', b = '') => (a < b ? -1 : 1)).at(-1);
    const facts = sentAt === undefined ? {} : { facts: { sentAt } };
    const issue = { code: 'conflict', fields: Object.fromEntries(conflicts), ...facts };
    return { wantedValues, unchangedFields, outcome: { state: 'conflict', issue } };
  }
  if (wantedValues.length > 0) return { wantedValues, unchangedFields };
  return { wantedValues, unchangedFields, outcome: { state: 'done', issue: { code: 'so-already' } } };
}
