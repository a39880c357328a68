import { RecordText } from '#contract/exact-json/record-text';
import { createLine, type CreateLine, type WantedField } from '#contract/creation';
import { appendTo, getOrCompute } from '#contract/maps';
import type { Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { toApprovalRow } from '../../jobs/approval-row';
import {
  defineJob,
  SendFewer,
  type AnyJobDefinition,
  type Verification,
  type RowOutcome,
} from '../../jobs/kind';
import type { Service } from '../../service/client';
import { judgeCreated } from '../../service/judge-write';
import { keyIn, spelledFields } from '../edits/field-text';
import { BatchWriter } from '../batch-writer';
import { isAbsent } from '../absent';
import { recordCalls, type ReturnedRecord } from '../record-calls';
import type { ServiceList } from '../service-list';
import { writeFollowUp, incompleteOutcome, type IncompleteRecord } from './follow-up';
import {
  isResponseTo,
  isCreatedFor,
  fieldsLeftToWrite,
  nameOfLine,
  nameOfRecord,
  titleNameOf,
  titleNameOfLine,
  completenessCheck,
} from './recognize';

export interface RecordJobDeps {
  readonly service: Pick<Service, 'call'>;
  /** Adds records to the cache (`editedFields`: for each, the fields written by this app) and removes them. */
  readonly lists: {
    readonly put: (
      resource: ResourceName,
      raws: readonly string[],
      editedFields: readonly (readonly string[])[],
    ) => Promise<void>;
    readonly remove: (resource: ResourceName, keys: readonly string[]) => Promise<void>;
    /** Returns which of the keys belong to records on this computer. */
    readonly existingKeys: (resource: ResourceName, keys: readonly string[]) => ReadonlySet<string>;
  };
}

/** Records per request; if a response is lost, this many outcomes are unknown until the service is read. */
export const CREATE_CHUNK = 500;

/** A record from a response or a read. */
interface PublishableRow {
  readonly line: CreateLine;
  readonly raw: string;
}

/** For each line, the IDs in its response. */
type ResponseIds = readonly (readonly string[])[];

const bodyText = (body: readonly WantedField[]): string =>
  `{${body.map(({ field, after }) => `${JSON.stringify(field)}:${after}`).join(',')}}`;

/**
 * Returns each line's field names; lines with the same fields share one array, which is sent to the thread
 * once.
 */
function fieldNamesOf(lines: readonly CreateLine[]): (readonly string[])[] {
  const lists = new Map<string, readonly string[]>();
  return lines.map(({ body, follow }) => {
    const names = [...body, ...follow].map(({ field }) => field);
    return getOrCompute(lists, names.join(), () => names);
  });
}

/** Returns a line without the fields whose values its record does not have: this app did not write these. */
function lineWithout(line: CreateLine, absent: readonly WantedField[]): CreateLine {
  if (absent.length === 0) return line;
  const isPresent = (wanted: WantedField): boolean => !absent.includes(wanted);
  return { ...line, body: line.body.filter(isPresent), follow: line.follow.filter(isPresent) };
}

/**
 * Creates records: a single record with the single request, several with the
 * bulk request if there is one, then a PUT of fields that the create body does not accept.
 */
class RecordCreator {
  readonly #resource: ResourceName;
  readonly #deps: RecordJobDeps;
  readonly #descriptor: Resource;
  readonly #calls: ReturnType<typeof recordCalls>;
  readonly #isComplete: ReturnType<typeof completenessCheck>;
  readonly #batches: BatchWriter<PublishableRow>;
  #acceptsMany: boolean;
  /** Records that were read for each line and not yet published to the lists, by the line's text. */
  readonly #rowsToPublish = new Map<string, PublishableRow>();
  /** IDs of new records in responses and reads; each belongs to one line. */
  readonly #assignedIds = new Set<string>();

  constructor(resource: ResourceName, deps: RecordJobDeps) {
    this.#resource = resource;
    this.#deps = deps;
    this.#descriptor = resourceNamed(resource);
    this.#calls = recordCalls(deps.service, resource);
    this.#isComplete = completenessCheck(this.#descriptor);
    this.#acceptsMany = this.#calls.offers('createMany');
    this.#batches = new BatchWriter((rows) => this.#putInLists(rows));
  }

  /**
   * Returns a function that selects those of some IDs that records have or had: in this list, in earlier responses, or
   * as a record that a line refers to or was matched with.
   */
  #existingIdsFor(lines: readonly CreateLine[]) {
    const { lists } = this.#deps;
    return (ids: readonly string[]): ReadonlySet<string> => {
      const referencedIds = new Set(
        lines.flatMap(({ instead, others }) => [...others, instead ?? []].flat()),
      );
      return new Set([
        ...lists.existingKeys(this.#resource, ids),
        ...ids.filter((id) => this.#assignedIds.has(id) || referencedIds.has(id)),
      ]);
    };
  }

  #putInLists(rows: readonly PublishableRow[]): Promise<void> {
    const { lists } = this.#deps;
    return lists.put(
      this.#resource,
      rows.map(({ raw }) => raw),
      fieldNamesOf(rows.map(({ line }) => line)),
    );
  }

  async #requestCreation(
    lines: readonly CreateLine[],
    signal: AbortSignal,
  ): Promise<readonly ReturnedRecord[]> {
    const bodies = lines.map(({ body }) => bodyText(body));
    const [first, ...others] = bodies;
    if (first === undefined) return [];
    if (others.length === 0) return [await this.#calls.create(first, signal)];
    if (!this.#acceptsMany) throw new SendFewer(1, { singly: true });
    try {
      return await this.#calls.createMany(bodies, signal);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      this.#acceptsMany = false;
      throw new SendFewer(1, { singly: true }, error);
    }
  }

  /**
   * Returns a function that finds the key of a record that has a line's name or title, but did not exist when the line
   * was planned, and is not the record of another line.
   */
  #rivalFinder({ records }: ServiceList): (line: CreateLine) => string | undefined {
    let holders: Map<string, string[]> | undefined;
    const readHolders = (): Map<string, string[]> => {
      const keysByName = new Map<string, string[]>();
      for (const [key, raw] of records) {
        if (this.#assignedIds.has(key)) continue;
        const record = new RecordText(raw);
        for (const name of [nameOfRecord(this.#descriptor, record), titleNameOf(this.#descriptor, record)])
          if (name !== null) appendTo(keysByName, name, key);
      }
      return keysByName;
    };
    return (line) =>
      [nameOfLine(this.#descriptor, line), titleNameOfLine(this.#descriptor, line)]
        .flatMap((name) => (holders ??= readHolders()).get(name ?? '') ?? [])
        .find((key) => !line.others.includes(key));
  }

  /**
   * Returns the records of lines with an ID: the line's own, or that of its response, because the service may have
   * changed the slug.
   */
  #recordsById({ records }: ServiceList, lines: readonly CreateLine[], responseIds: ResponseIds) {
    const found = new Map<CreateLine, readonly [key: string, record: RecordText]>();
    for (const [index, line] of lines.entries()) {
      const key = line.key ?? responseIds[index]?.[0];
      const raw = key === undefined ? undefined : records.get(key);
      if (key === undefined || raw === undefined) continue;
      const record = new RecordText(raw);
      if (line.key !== null || isResponseTo(this.#descriptor, line, record)) found.set(line, [key, record]);
    }
    return found;
  }

  /** Returns a function that finds a line's record: by ID if known, else by name, each record for one line only. */
  #finder(list: ServiceList, lines: readonly CreateLine[], responseIds: ResponseIds) {
    const recordsById = this.#recordsById(list, lines, responseIds);
    const keysFoundById = new Set([...recordsById.values()].map(([key]) => key));
    const wantedNames = new Set(lines.map((line) => nameOfLine(this.#descriptor, line)));
    const recordsByName = new Map<string, [string, RecordText][]>();
    for (const [key, raw] of list.records) {
      if (keysFoundById.has(key)) continue;
      const record = new RecordText(raw);
      const name = nameOfRecord(this.#descriptor, record);
      if (name === null || !wantedNames.has(name)) continue;
      appendTo(recordsByName, name, [key, record]);
    }
    return (line: CreateLine): readonly [key: string, record: RecordText] | undefined => {
      const foundById = recordsById.get(line);
      if (foundById || line.key !== null) return foundById;
      const pool = recordsByName.get(nameOfLine(this.#descriptor, line) ?? '') ?? [];
      const index = pool.findIndex(
        ([key, record]) => !line.others.includes(key) && isCreatedFor(this.#descriptor, line, record),
      );
      return index < 0 ? undefined : pool.splice(index, 1)[0];
    };
  }

  async send(lines: readonly CreateLine[], signal: AbortSignal): Promise<RowOutcome[]> {
    // The list is read first, because a later failure would leave the outcomes of created records unknown.
    const listed = lines.some(({ key }) => key !== null) ? (await this.#calls.list(signal)).records : null;
    const newLines = lines.filter(({ key }) => key === null);
    const responses = await this.#requestCreation(newLines, signal);
    const responseOf = new Map<CreateLine, RecordText>();
    const judgments = judgeCreated(responses, newLines, {
      existingIds: this.#existingIdsFor(newLines),
      isOf: (record, line, raw) => {
        const response = new RecordText(raw, record);
        const isForLine = isResponseTo(this.#descriptor, line, response);
        if (isForLine) responseOf.set(line, response);
        return isForLine;
      },
    });
    const outcomes = new Map<CreateLine, RowOutcome>();
    const returnedRows: PublishableRow[] = [];
    const unfinished: (IncompleteRecord & { line: CreateLine })[] = [];
    const settle = (line: CreateLine, outcome: RowOutcome, record: RecordText): void => {
      const isShown = outcome.state !== 'unknown' && this.#isComplete(record);
      if (isShown) returnedRows.push({ line, raw: record.raw });
      outcomes.set(line, isShown && outcome.state === 'done' ? { ...outcome, verified: true } : outcome);
    };
    const finishOrQueue = (line: CreateLine, key: string, record: RecordText): void => {
      const fieldsToWrite = fieldsLeftToWrite(this.#descriptor, line, record);
      if (fieldsToWrite.length > 0) unfinished.push({ line, key, record, fieldsToWrite });
      else settle(line, { state: 'done', responseIds: [key] }, record);
    };
    for (const [index, line] of newLines.entries()) {
      const judgment = judgments[index];
      const response = responseOf.get(line);
      if (response) {
        const key = keyIn(this.#descriptor, (name) => response.text(name)) ?? '';
        this.#assignedIds.add(key);
        finishOrQueue(line, key, response);
      } else {
        const messages = judgment?.state === 'unknown' ? judgment.messages : [];
        const issue = messages.length > 0 ? { code: 'message', reasons: [...messages] } : { code: 'unnamed' };
        outcomes.set(line, { state: 'unknown', issue });
      }
    }
    for (const line of lines) {
      if (line.key === null) continue;
      const raw = listed?.get(line.key);
      const record = raw === undefined ? null : new RecordText(raw);
      if (!record) outcomes.set(line, { state: 'refused', issue: { code: 'not-found' } });
      else if (isResponseTo(this.#descriptor, line, record)) finishOrQueue(line, line.key, record);
      else
        outcomes.set(line, {
          state: 'refused',
          issue: { code: 'another-record', facts: { id: line.key } },
        });
    }
    const finished = await writeFollowUp(this.#calls, this.#descriptor, unfinished, signal);
    for (const [index, { line, record }] of unfinished.entries()) {
      const { outcome, record: latest } = finished[index] ?? { outcome: { state: 'unknown' }, record };
      settle(line, outcome, latest);
    }
    await this.#batches.put(returnedRows);
    return lines.map((line) => outcomes.get(line) ?? { state: 'unknown' });
  }

  async verify(
    lines: readonly CreateLine[],
    signal: AbortSignal,
    responseIds: ResponseIds,
  ): Promise<Verification[]> {
    const list = await this.#calls.list(signal);
    const foundRecords = lines.map(this.#finder(list, lines, responseIds));
    for (const found of foundRecords) if (found) this.#assignedIds.add(found[0]);
    const rivalOf = this.#rivalFinder(list);
    return lines.map((line, index): Verification => {
      const found = foundRecords[index];
      this.#rowsToPublish.delete(JSON.stringify(line));
      if (!found) {
        const rival = list.isComplete ? rivalOf(line) : undefined;
        return rival === undefined ? (list.isComplete ? false : null) : { verified: false, rival };
      }
      const [key, record] = found;
      const fieldsLeft = fieldsLeftToWrite(this.#descriptor, line, record);
      this.#rowsToPublish.set(JSON.stringify(line), { line: lineWithout(line, fieldsLeft), raw: record.raw });
      return fieldsLeft.length === 0
        ? { verified: true, responseIds: [key] }
        : { verified: false, ...incompleteOutcome(key, fieldsLeft) };
    });
  }

  publish(lines: readonly CreateLine[]): Promise<void> {
    const rows = lines.flatMap((line) => {
      const text = JSON.stringify(line);
      const row = this.#rowsToPublish.get(text);
      this.#rowsToPublish.delete(text);
      return row ?? [];
    });
    return this.#putInLists(rows);
  }

  publishResponses(): Promise<void> {
    return this.#batches.drain();
  }
}

/** Defines the job that creates records (spec 4.6). */
export function createRecordsJob(resource: ResourceName, deps: RecordJobDeps): AnyJobDefinition {
  const creator = new RecordCreator(resource, deps);
  const descriptor = resourceNamed(resource);
  return defineJob({
    resource,
    operation: 'create',
    input: createLine,
    chunk: CREATE_CHUNK,
    whenRefused: 'halves',
    listDecides: true,
    isRepeatable: false,
    requiresConfirmation: true,
    fieldsBySpelling: spelledFields(descriptor),
    activity: 'record-create',
    logFacts: (_, job) => ({ list: descriptor.plural, job }),
    approvalRows: ({ key, title, subtitle, body, follow }) => [
      toApprovalRow({ key, title, subtitle, fields: [...body, ...follow] }),
    ],
    send: (lines, signal) => creator.send(lines, signal),
    verify: (lines, signal, responseIds) => creator.verify(lines, signal, responseIds),
    publish: (lines) => creator.publish(lines),
    publishResponses: () => creator.publishResponses(),
  });
}
