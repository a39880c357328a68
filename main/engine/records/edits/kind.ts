import { editLine, type EditLine } from '../../../../preload/contract/edit';
import type { Resource } from '../../../../preload/contract/resource';
import { resourceNamed, type EditableName, type ResourceName } from '../../../../preload/contract/resources';
import { defineJob, SendFewer, type AnyJobKind, type Look, type RowOutcome } from '../../jobs/kind';
import { inTurn } from '../in-turn';
import { isAbsent } from '../absent';
import { recordCalls } from '../record-calls';
import { judgeAnswers, type Asked, type Shown } from './answers';
import { fieldText } from '../../../../preload/contract/exact-json/field-text';
import { spelledFields } from './field-text';
import { patched, type Route } from './patch';
import { freshReader, type ReadingService } from './read-fresh';
import { isMet, isSame, shownIn } from './same';
import type { SentHere } from './sent-here';

export interface EditKindParts {
  readonly service: ReadingService;
  /** Puts records into the lists on this computer; `made`: for each, the fields that were changed from here. */
  readonly put: (
    resource: ResourceName,
    raws: readonly string[],
    made: readonly (readonly string[])[],
  ) => Promise<void>;
  /** What was sent to records of a resource from here, as it stands when this is called. */
  readonly sentTo: (resource: ResourceName) => SentHere;
}

/** Records in one request. When its answer is lost, so many outcomes are unknown until the service is read. */
export const EDIT_CHUNK = 500;

/**
 * Editing records of a resource (spec 4.2, 4.6). Each is read right before it is sent: one that meanwhile has another value
 * than the edit was made from is left alone, as a conflict; else the record just read is sent, whole, with the edited
 * fields changed. Done is what the answer shows.
 */
export function editingRecords(resource: EditableName, { service, put, sentTo }: EditKindParts): AnyJobKind {
  const descriptor = resourceNamed(resource);
  const calls = recordCalls(service, resource);
  const read = freshReader(service, resource);
  let takesMany = true;
  /** What is to be sent of the chunk at hand, by key. */
  let ready = new Map<string, Asked>();
  /** What the last look found, by key. */
  let looked = new Map<string, string>();

  const show = (shown: readonly Shown[]): Promise<void> =>
    put(
      resource,
      shown.map(({ raw }) => raw),
      shown.map(({ made }) => made),
    );
  const taking = inTurn(show, { paceMs: 0 }); // the end of the job waits for them: what takes an edit back is made from them

  return defineJob<EditLine>({
    name: `${resource}.edit`,
    input: editLine,
    of: resource,
    chunk: EDIT_CHUNK,
    whenRefused: 'halves',
    whenSo: { state: 'done', remark: { code: 'found' } },
    confirmed: true,
    answersShow: true,
    named: spelledFields(descriptor),
    activity: 'record-edit',
    logged: ({ fields = null }, job) => ({ list: descriptor.many, fields, job }),

    async prepare(lines, signal) {
      const fresh = await read(
        lines.map(({ key }) => key),
        signal,
      );
      ready = new Map();
      const left: Shown[] = [];
      const sent = sentTo(resource);
      const outcomes = lines.map((line): RowOutcome | undefined => {
        const raw = fresh.get(line.key);
        if (raw === undefined) return { state: 'refused', remark: { code: 'not-found' } };
        const { wanted, so, outcome } = compare(descriptor, line, raw, sent);
        if (outcome) left.push({ raw, made: [] });
        else ready.set(line.key, { line, raw, wanted, so });
        return outcome;
      });
      await taking.put(left);
      return outcomes;
    },

    async send(lines, signal) {
      const asked = lines.flatMap(({ key }) => ready.get(key) ?? []);
      if (asked.length > 1 && !takesMany) throw new SendFewer(1, { singly: true });
      const { records, odd } = bodiesOf(descriptor, asked, calls.putRoute(asked.length));
      try {
        const answers = await calls.put(records, signal);
        const sent = new Map(records.map(({ key, value }) => [key, value]));
        const { outcomes, shown } = judgeAnswers(descriptor, asked, sent, answers);
        await taking.put(shown);
        return lines.map(({ key }) => odd.get(key) ?? outcomes.get(key) ?? { state: 'unknown' });
      } catch (error) {
        if (asked.length === 1 || !isAbsent(error)) throw error;
        takesMany = false;
        throw new SendFewer(1, { singly: true });
      }
    },

    async look(lines, signal) {
      looked = await read(
        lines.map(({ key }) => key),
        signal,
      );
      return lines.map(({ key, fields }): Look => {
        const raw = looked.get(key);
        if (raw === undefined) return false;
        const shows = fields.map((edit) => shownIn(descriptor, raw, edit));
        return shows.includes(false) ? false : shows.every((one) => one === null) ? null : true;
      });
    },

    takeUp: (lines) => {
      const found = lines.flatMap(({ key, fields }) => {
        const raw = looked.get(key);
        return raw === undefined ? [] : [{ raw, made: fields.map(({ field }) => field) }];
      });
      return show(found);
    },
    takenUp: taking.done,
  });
}

/** What is sent of each record; one that cannot be changed as text is none that the service would know again. */
function bodiesOf(descriptor: Resource, asked: readonly Asked[], route: Route) {
  const odd = new Map<string, RowOutcome>();
  const records = asked.flatMap(({ line: { key }, raw, wanted }) => {
    try {
      const { text, value } = patched(descriptor, raw, route, wanted);
      return [{ key, raw: text, value }];
    } catch {
      odd.set(key, { state: 'refused', remark: { code: 'odd-record' } });
      return [];
    }
  });
  return { records, odd };
}

/** A line against the record as it is now: what is still to be written, or its outcome, where it is not to be sent. */
function compare(
  { fields: described }: Pick<Resource, 'fields'>,
  { key, fields }: EditLine,
  raw: string,
  sent: SentHere,
): Pick<Asked, 'wanted' | 'so'> & { outcome?: RowOutcome } {
  const wanted: EditLine['fields'] = [];
  const so: string[] = [];
  const conflicts: [string, string | null][] = [];
  for (const edit of fields) {
    const field = described[edit.field];
    if (!field) continue;
    const now = fieldText(raw, edit.field, field);
    if (isMet(field, now, edit)) so.push(edit.field);
    else if (isSame(field, now, edit.before)) wanted.push(edit);
    else conflicts.push([edit.field, now ?? null]);
  }
  if (conflicts.length > 0) {
    const times = conflicts.map(([field, now]) => sent(key, field, now ?? undefined));
    const at = times.includes(undefined)
      ? undefined
      : times.toSorted((a = '', b = '') => (a < b ? -1 : 1)).at(-1);
    const facts = at === undefined ? {} : { facts: { sentAt: at } };
    const remark = { code: 'conflict', fields: Object.fromEntries(conflicts), ...facts };
    return { wanted, so, outcome: { state: 'conflict', remark } };
  }
  if (wanted.length > 0) return { wanted, so };
  return { wanted, so, outcome: { state: 'done', remark: { code: 'so-already' } } };
}
