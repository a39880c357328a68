import { RecordText } from '#contract/exact-json/record-text';
import { createLine, type CreateLine, type WantedField } from '#contract/creation';
import { resourceNamed, type ResourceName } from '#contract/resources';
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
import { batchWriter } from '../batch-writer';
import { isAbsent } from '../absent';
import { recordCalls, type Answered } from '../record-calls';
import type { WholeList } from '../whole-list';
import { writeFollowUp, incomplete, type IncompleteRecord } from './follow-up';
import {
  isAnswerTo,
  isCreatedFor,
  leftToWrite,
  nameOfLine,
  nameOfRecord,
  titleNameOf,
  titleNameOfLine,
  completenessCheck,
} from './recognize';

export interface RecordJobDeps {
  readonly service: Pick<Service, 'call'>;
  /** Adds records to the cache (`made`: for each, the fields written by this app) and removes them. */
  readonly lists: {
    readonly put: (
      resource: ResourceName,
      raws: readonly string[],
      editedFields: readonly (readonly string[])[],
    ) => Promise<void>;
    readonly remove: (resource: ResourceName, keys: readonly string[]) => Promise<void>;
    /** Which of these keys records on this computer have. */
    readonly existingKeys: (resource: ResourceName, keys: readonly string[]) => ReadonlySet<string>;
  };
}

/** Records per request; if a response is lost, this many outcomes are unknown until the service is read. */
export const CREATE_CHUNK = 500;

/** A record from an answer or a read. */
interface Shown {
  readonly line: CreateLine;
  readonly raw: string;
}

const bodyText = (body: readonly WantedField[]): string =>
  `{${body.map(({ field, after }) => `${JSON.stringify(field)}:${after}`).join(',')}}`;

/**
 * Returns each line's field names; lines with the same fields share one array, which is sent to the thread
 * once.
 */
function fieldsOf(lines: readonly CreateLine[]): (readonly string[])[] {
  const lists = new Map<string, readonly string[]>();
  return lines.map(({ body, follow }) => {
    const names = [...body, ...follow].map(({ field }) => field);
    const as = names.join();
    const shared = lists.get(as) ?? names;
    lists.set(as, shared);
    return shared;
  });
}

/**
 * Defines the job that creates records (spec 4.6): a single record with the single request, several with the
 * bulk request if there is one, then a PUT of fields that the create body does not accept.
 */
export function createRecordsJob(
  resource: ResourceName,
  { service, lists }: RecordJobDeps,
): AnyJobDefinition {
  const descriptor = resourceNamed(resource);
  const calls = recordCalls(service, resource);
  const isWhole = completenessCheck(descriptor);
  let takesMany = calls.offers('createMany');
  /** What readings found for each line since the lists were last given it, by the line's text. */
  const read = new Map<string, RecordText>();
  /** IDs that answers gave to new records: none of them is given twice. */
  const assignedIds = new Set<string>();
  /** Which IDs records have or had before: here, in earlier answers, or as a record that a line stands for or was taken for. */
  const knownFor =
    (lines: readonly CreateLine[]) =>
    (ids: readonly string[]): ReadonlySet<string> => {
      const before = new Set(lines.flatMap(({ instead, others }) => [...others, instead ?? []].flat()));
      return new Set([
        ...lists.existingKeys(resource, ids),
        ...ids.filter((id) => assignedIds.has(id) || before.has(id)),
      ]);
    };
  const show = (shown: readonly Shown[]): Promise<void> =>
    lists.put(
      resource,
      shown.map(({ raw }) => raw),
      fieldsOf(shown.map(({ line }) => line)),
    );
  const taking = batchWriter(show);

  async function createdBy(lines: readonly CreateLine[], signal: AbortSignal): Promise<readonly Answered[]> {
    const bodies = lines.map(({ body }) => bodyText(body));
    const [one, ...more] = bodies;
    if (one === undefined) return [];
    if (more.length === 0) return [await calls.create(one, signal)];
    if (!takesMany) throw new SendFewer(1, { singly: true });
    try {
      return await calls.createMany(bodies, signal);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      takesMany = false;
      throw new SendFewer(1, { singly: true }, error);
    }
  }

  return defineJob({
    resource,
    operation: 'create',
    input: createLine,
    chunk: CREATE_CHUNK,
    whenRefused: 'halves',
    listDecides: true,
    isRepeatable: false,
    confirmed: true,
    named: spelledFields(descriptor),
    activity: 'record-create',
    logged: (_, job) => ({ list: descriptor.plural, job }),

    async send(lines, signal) {
      // Read first: a later failure would leave the outcomes of the others open.
      const listed = lines.some(({ key }) => key !== null) ? (await calls.list(signal)).records : null;
      const fresh = lines.filter(({ key }) => key === null);
      const answers = await createdBy(fresh, signal);
      const responseOf = new Map<CreateLine, RecordText>();
      const judged = judgeCreated(answers, fresh, {
        existingIds: knownFor(fresh),
        isOf: (record, line, raw) => {
          const response = new RecordText(raw, record);
          const isIts = isAnswerTo(descriptor, line, response);
          if (isIts) responseOf.set(line, response);
          return isIts;
        },
      });
      const outcomes = new Map<CreateLine, RowOutcome>();
      const answered: Shown[] = [];
      const unfinished: (IncompleteRecord & { line: CreateLine })[] = [];
      const settle = (line: CreateLine, outcome: RowOutcome, record: RecordText): void => {
        const isShown = outcome.state !== 'unknown' && isWhole(record);
        if (isShown) answered.push({ line, raw: record.raw });
        outcomes.set(line, isShown && outcome.state === 'done' ? { ...outcome, seen: true } : outcome);
      };
      const finishing = (line: CreateLine, key: string, record: RecordText): void => {
        const fieldsToWrite = leftToWrite(descriptor, line, record);
        if (fieldsToWrite.length > 0) unfinished.push({ line, key, record, fieldsToWrite });
        else settle(line, { state: 'done', answer: [key] }, record);
      };
      for (const [at, line] of fresh.entries()) {
        const judgment = judged[at];
        const response = responseOf.get(line);
        if (response) {
          const key = keyIn(descriptor, (name) => response.text(name)) ?? '';
          assignedIds.add(key);
          finishing(line, key, response);
        } else {
          const says = judgment?.state === 'unknown' ? judgment.says : [];
          const remark = says.length > 0 ? { code: 'message', reasons: [...says] } : { code: 'unnamed' };
          outcomes.set(line, { state: 'unknown', remark });
        }
      }
      for (const line of lines) {
        if (line.key === null) continue;
        const raw = listed?.get(line.key);
        const record = raw === undefined ? null : new RecordText(raw);
        if (!record) outcomes.set(line, { state: 'refused', remark: { code: 'not-found' } });
        else if (isAnswerTo(descriptor, line, record)) finishing(line, line.key, record);
        else
          outcomes.set(line, {
            state: 'refused',
            remark: { code: 'another-record', facts: { id: line.key } },
          });
      }
      const finished = await writeFollowUp(calls, descriptor, unfinished, signal);
      for (const [at, { line, record }] of unfinished.entries()) {
        const { outcome, record: told } = finished[at] ?? { outcome: { state: 'unknown' }, record };
        settle(line, outcome, told);
      }
      await taking.put(answered);
      return lines.map((line) => outcomes.get(line) ?? { state: 'unknown' });
    },

    async verify(lines, signal) {
      const list = await calls.list(signal);
      const recordOf = finder(list, lines);
      const hasRival = rivals(list);
      return lines.map((line): Verification => {
        const found = recordOf(line);
        read.delete(JSON.stringify(line));
        if (!found && list.isComplete && hasRival(line)) return { seen: false, rival: true };
        if (!found) return list.isComplete ? false : null;
        const [key, record] = found;
        read.set(JSON.stringify(line), record);
        const left = leftToWrite(descriptor, line, record);
        return left.length === 0 ? { seen: true, answer: [key] } : { seen: false, ...incomplete(key, left) };
      });
    },

    publish: (lines) => {
      const found = lines.flatMap((line) => {
        const text = JSON.stringify(line);
        const record = read.get(text);
        read.delete(text);
        return record === undefined ? [] : [{ line, raw: record.raw }];
      });
      return show(found);
    },
    published: taking.done,
  });

  /** Tells whether a record that was not there when a line was planned has its name, or its title. */
  function rivals({ records }: WholeList): (line: CreateLine) => boolean {
    let holders: Map<string, string[]> | undefined;
    const readHolders = (): Map<string, string[]> => {
      const read = new Map<string, string[]>();
      for (const [key, raw] of records) {
        const record = new RecordText(raw);
        for (const name of [nameOfRecord(descriptor, record), titleNameOf(descriptor, record)])
          if (name !== null) read.set(name, [...(read.get(name) ?? []), key]);
      }
      return read;
    };
    return (line) =>
      [nameOfLine(descriptor, line), titleNameOfLine(descriptor, line)].some((name) =>
        ((holders ??= readHolders()).get(name ?? '') ?? []).some((key) => !line.others.includes(key)),
      );
  }

  /** Finds the record of each line, by ID if known, else by name; no record counts for two lines. */
  function finder({ records }: WholeList, lines: readonly CreateLine[]) {
    const wantedNames = new Set(lines.map((line) => nameOfLine(descriptor, line)));
    const named = new Map<string, [string, RecordText][]>();
    for (const [key, raw] of records) {
      const record = new RecordText(raw);
      const name = nameOfRecord(descriptor, record);
      if (name === null || !wantedNames.has(name)) continue;
      const same = named.get(name);
      if (same) same.push([key, record]);
      else named.set(name, [[key, record]]);
    }
    return (line: CreateLine): readonly [key: string, record: RecordText] | undefined => {
      if (line.key !== null) {
        const raw = records.get(line.key);
        return raw === undefined ? undefined : [line.key, new RecordText(raw)];
      }
      const pool = named.get(nameOfLine(descriptor, line) ?? '') ?? [];
      const at = pool.findIndex(
        ([key, record]) => !line.others.includes(key) && isCreatedFor(descriptor, line, record),
      );
      return at < 0 ? undefined : pool.splice(at, 1)[0];
    };
  }
}
