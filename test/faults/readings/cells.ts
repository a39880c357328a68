import { expect } from 'vitest';
import { readEnvelope } from '#engine/wire/envelope';
import { idOf } from '#contract/exact-json/fields';
import { jsonText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import type { JobRow } from '#contract/job';
import { rowOutcomeLabel } from '../../../renderer/records/outcome/outcome-messages';
import { rowIssueText } from '../../../renderer/records/outcome/row-issue-messages';
import { reportCell } from '../trial-report';
import { OddServiceHarness, type OddStores } from './odd-stores';
import type { OddServiceRequest, OddService, OddServiceOverride } from './odd-service';
import type { Expected } from './oddities';
import { EDITS, editableTexts, recordsOf, type EditedName } from './records';
import type { WriteKind } from './writes';

/**
 * One cell of the table: an odd read or an odd response to one kind of write. Every cell checks the same:
 *
 * - shown: a row that is done is applied; one that is refused, conflicting or not sent is not;
 * - stored: no other field, no other record, and no cached field is lost;
 * - sent: no record is put again after it was applied, and none is created twice (creates.test.ts).
 *
 * Then a correct refresh equals the service. To add writes, add a row to WRITES (writes.ts) or call `withHarness` and
 * `reportOutcome` from a new test in this folder; to add oddities, add rows to ODD_READINGS or ODD_PUT_RESPONSES.
 */
export interface CellInput {
  readonly fault: string;
  readonly resource: EditedName;
  readonly write: WriteKind;
  readonly overrideFor: (service: OddService) => OddServiceOverride;
  readonly expected: Expected;
}

type Records = ReadonlyMap<string, string>;
const copyOf = (records: Records): Records => new Map(records);

/** Runs with a cache that equals its service; ends with a correct refresh of the resources that may have changed. */
export async function withHarness(
  stores: OddStores,
  resources: readonly EditedName[],
  work: (harness: OddServiceHarness) => Promise<void>,
): Promise<void> {
  const harness = new OddServiceHarness(stores, resources);
  try {
    for (const resource of resources) harness.service.fill(resource, recordsOf(resource));
    harness.refresh(resources);
    await work(harness);
    harness.refresh(resources);
    for (const resource of resources)
      expect(harness.cached(resource), `${resource} after a refresh`).toEqual(
        harness.service.records(resource),
      );
  } finally {
    harness.close();
  }
}

export async function runCell(
  stores: OddStores,
  { fault, resource, write, overrideFor, expected }: CellInput,
): Promise<void> {
  const label = `${fault} × ${write.name} of ${resource}`;
  await withHarness(stores, [...new Set([resource, ...(write.reads ?? [])])], async (harness) => {
    const { service } = harness;
    const original = copyOf(service.records(resource));
    const first = await write.sendFirst?.(harness, resource);
    const before = copyOf(service.records(resource));
    /** The values that the write gives a record; for an undo, those before `sendFirst`. */
    const wantedOf = (key: string): ReadonlyMap<string, string | undefined> => {
      const wanted = Object.entries(write.wanted(resource));
      if (wanted.length > 0) return new Map(wanted);
      const texts = editableTexts(resource, original.get(key) ?? '{}');
      return new Map(Object.keys(EDITS[resource]).map((name) => [name, texts.get(name)]));
    };
    const odd = overrideFor(service);
    const sentAgain: string[] = [];
    service.receivedRequests.length = 0;
    service.override = (arrived, carryOut) => {
      for (const key of keysOfPut(arrived)) {
        const now = service.records(resource).get(key);
        if (serviceResultOf(resource, before.get(key), now, wantedOf(key)) === 'as requested')
          sentAgain.push(key);
      }
      return odd(arrived, carryOut);
    };
    const sent = await write.send(harness, resource, first);
    service.override = (_, carryOut) => carryOut();
    const after = service.records(resource);

    expect(sentAgain, `${label}: records put again after they were applied`).toEqual([]);
    expectUnchanged(label, resource, before, after, (key) =>
      write.keys.includes(key) ? [...wantedOf(key).keys()] : [],
    );
    const states = write.keys.map((key) => {
      const row = sent?.rows.find(({ input }) => (input as { key: string }).key === key);
      const wanted = wantedOf(key);
      const result = serviceResultOf(resource, before.get(key), after.get(key), wanted);
      expectRowMatchesService(`${label}, record ${key}`, row, result);
      expectAsExpected(`${label}, record ${key}`, expected, row, result);
      return result;
    });
    expectCacheComplete(label, resource, harness, after);
    const puts = service.writes.length;
    // 8 is a loose bound: an endless repeat would exceed it.
    expect(puts, `${label}: requests`).toBeLessThanOrEqual(expected === 'incomplete' ? 0 : 8);
    reportOutcome(fault, `${write.name} of ${resource}`, sent?.rows ?? [], {
      stored: [...new Set(states)].join(', '),
      sent: puts,
      ...(sent ? { job: sent.job } : {}),
    });
  });
}

/** Returns the IDs of the records that a PUT writes. */
function keysOfPut({ operation, body }: OddServiceRequest): string[] {
  if (operation === 'put') return [idOf(body) ?? ''];
  if (operation !== 'putMany') return [];
  return readEnvelope(body).records.map((raw) => idOf(raw) ?? '');
}

/** Reports a cell: what its rows show to the user, what the service has, and how many writes were sent. */
export function reportOutcome(
  fault: string,
  call: string,
  rows: readonly JobRow[],
  { stored, sent, job }: { stored: string; sent: number; job?: Parameters<typeof rowOutcomeLabel>[1] },
): void {
  const resource = job?.kind.resource ?? 'accounts';
  const shown = rows.map((row) => {
    const { label } = job ? rowOutcomeLabel(row, job) : { label: row.state };
    const issueText = row.issue ? rowIssueText(resource, row.issue) : '';
    expect(label, 'the label of an outcome').not.toBe('');
    return issueText === '' ? label : `${label}: ${issueText}`;
  });
  const shownText = shown.length > 0 ? [...new Set(shown)].join(' / ') : 'Not ready to be sent';
  reportCell({ fault, call, shown: shownText, stored, sent, seconds: 0 });
}

type ServiceResult = 'as requested' | 'unchanged' | 'in part';

function serviceResultOf(
  resource: EditedName,
  before = '{}',
  after = '{}',
  wanted: ReadonlyMap<string, string | undefined>,
): ServiceResult {
  const [oldTexts, newTexts] = [editableTexts(resource, before), editableTexts(resource, after)];
  const names = [...wanted.keys()];
  if (names.every((name) => isLooselyEqual(newTexts.get(name), wanted.get(name)))) return 'as requested';
  return names.every((name) => isLooselyEqual(newTexts.get(name), oldTexts.get(name)))
    ? 'unchanged'
    : 'in part';
}

/** Expects the shown state of a row to match the service. */
function expectRowMatchesService(label: string, row: JobRow | undefined, result: ServiceResult): void {
  const context = `${label}: ${row?.state ?? 'not sent'} ${row?.issue?.code ?? ''}, service ${result}`;
  switch (row?.state) {
    case undefined:
    case 'refused':
    case 'conflict':
    case 'not-sent':
    case 'skipped':
      expect(result, context).toBe('unchanged');
      break;
    case 'done':
      expect(result, context).toBe('as requested');
      break;
    case 'not-taken':
      expect(result, context).not.toBe('as requested');
      break;
    default:
      expect(row?.state, context).toBe('unknown');
  }
}

function expectAsExpected(
  label: string,
  expected: Expected,
  row: JobRow | undefined,
  result: ServiceResult,
): void {
  if (expected === 'either') return;
  if (expected === 'done') {
    expect(result, label).toBe('as requested');
    expect(row?.state, `${label}: ${JSON.stringify(row?.issue)}`).toBe('done');
  }
  if (expected === 'not-done') {
    expect(result, label).toBe('unchanged');
    expect(row?.state, label).not.toBe('done');
    if (row?.state === 'unknown') expect(row.verified, label).toBe(false);
  }
  if (expected === 'incomplete') {
    expect(result, label).toBe('unchanged');
    if (!row) return; // the draft's check already reported it
    expect(row, label).toMatchObject({ state: 'refused', issue: { code: 'incomplete-reading' } });
    expect(Object.keys(row.issue?.fields ?? {}).length, label).toBeGreaterThan(0);
  }
}

/** Expects nothing but the edited fields of the edited records to have changed. */
function expectUnchanged(
  label: string,
  resource: EditedName,
  before: Records,
  after: Records,
  mayChange: (key: string) => readonly string[],
): void {
  expect([...after.keys()], label).toEqual([...before.keys()]);
  for (const [key, raw] of after) {
    const previous = editableTexts(resource, before.get(key) ?? '{}');
    const free = mayChange(key);
    if (free.length === 0) expect(raw, `${label}: record ${key}`).toBe(before.get(key));
    for (const [name, text] of editableTexts(resource, raw))
      if (!free.includes(name))
        expect(loosely(text), `${label}: ${name} of ${key} is lost`).toBe(loosely(previous.get(name)));
  }
}

/** Returns the new records; expects `count` of them, and no other change. */
export function expectOnlyCreated(
  label: string,
  resource: EditedName,
  before: Records,
  after: Records,
  count: number,
): string[] {
  const isOld = ([key]: readonly [string, string]) => before.has(key);
  expectUnchanged(label, resource, before, new Map([...after].filter(isOld)), () => []);
  const created = [...after].filter((record) => !isOld(record)).map(([, raw]) => raw);
  expect(created.length, `${label}: records created`).toBe(count);
  return created;
}

/** Expects that no partial read or response has replaced a cached record. */
export function expectCacheComplete(
  label: string,
  resource: EditedName,
  harness: OddServiceHarness,
  after: Records,
): void {
  const cached = harness.cached(resource);
  for (const [key, raw] of after) {
    const presentFields = (text: string) =>
      [...editableTexts(resource, text)].flatMap(([name, value]) => (value === undefined ? [] : [name]));
    expect(presentFields(cached.get(key) ?? '{}'), `${label}: ${key} on this computer`).toEqual(
      expect.arrayContaining(presentFields(raw)),
    );
  }
}

const isLooselyEqual = (a: string | undefined, b: string | undefined): boolean => loosely(a) === loosely(b);

/** Returns a value without the difference between numbers and strings (wire facts B3). */
const loosely = (text: string | undefined): string =>
  text === undefined ? 'absent' : JSON.stringify(plain(readExact(text)));

function plain(value: Exact): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Verbatim)
    return value === null ? null : typeof value === 'string' ? value : jsonText(value);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
