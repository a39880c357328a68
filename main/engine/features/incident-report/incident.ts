import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  INCIDENT_KINDS,
  MAX_INCIDENT_EVENTS,
  type IncidentKind,
} from '#contract/features/incident-report/incident-kinds';
import type { Incident, IncidentEvent, IncidentState } from '#contract/features/incident-report/calls';
import type { ActivityEntry } from '#contract/features/activity/schemas';
import { getOrCompute } from '#contract/maps';
import { allRecordsQuery } from '#contract/query';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { OpenConnection } from '../../connection/open-connection';
import { accountOfLine, lateMatchesIn } from '../fee-history/late-matches';
import type { CountedArchive } from '../fee-history/saved-work/fee-history';

const REVEALS: ReadonlySet<IncidentKind> = new Set(['tax-exchange', 'tax-reveal', 'tax-export']);
const PAGE = 500;
/** Number of rows looked up at once. */
const CHUNK = 500;

/** An account that is certainly in the report, and why. */
export interface KnownAccount {
  readonly key: string;
  /** The account holder's US state; null if unknown. */
  readonly state: string | null;
  readonly event: IncidentEvent;
}
export interface ReadIncident {
  readonly incident: Incident;
  /** All entries; the incident has at most MAX_INCIDENT_EVENTS of them. */
  readonly events: readonly IncidentEvent[];
  readonly known: readonly KnownAccount[];
}
export interface IncidentPeriod {
  readonly from: string;
  readonly to: string;
}
type Sources = Pick<OpenConnection, 'reader' | 'workspace' | 'live'>;

const splitIds = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(', ').filter(Boolean) : [];
/** Entries about tax IDs name a list as the user reads it: "related people". */
const resourceListedAs = (plural: unknown): ResourceName | undefined =>
  RESOURCE_NAMES.find((resource) => resourceNamed(resource).plural === plural);
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
/** Returns whether an entry may have read or written data: a failed, refused or canceled one did not. */
const mayHaveHappened = ({ outcome }: Pick<ActivityEntry, 'outcome'>): boolean =>
  outcome === null || outcome === 'done' || outcome === 'partly' || outcome === 'unknown';

/**
 * Returns how many tax IDs a failed or canceled lookup may have received: those found until then or, if the log does
 * not say, all.
 */
const countLookedUp = ({ kind, count, facts: { found } }: ActivityEntry): number =>
  kind !== 'tax-exchange' ? 0 : typeof found === 'number' ? found : count;

type IncidentEntry = ActivityEntry & { readonly kind: IncidentKind };
const isIncidentEntry = (entry: ActivityEntry): entry is IncidentEntry =>
  INCIDENT_KINDS.some((kind) => kind === entry.kind);

const eventOf = ({ at, user, kind, count, outcome, facts }: IncidentEntry): IncidentEvent => ({
  at,
  user,
  kind,
  count,
  outcome,
  about: textOrNull(
    facts['list'] ?? facts['name'] ?? facts['file'] ?? facts['of'] ?? facts['custodian'] ?? facts['period'],
  ),
});

/** Finds the account holders whose data the activity log shows as read or exported between two dates. */
export async function readIncident(
  { reader, workspace, live }: Sources,
  { from, to }: IncidentPeriod,
): Promise<ReadIncident> {
  const { activity } = workspace;
  const entries: IncidentEntry[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = activity.list({ kinds: [...INCIDENT_KINDS], from, to }, offset, PAGE);
    entries.push(...page.entries.filter(isIncidentEntry));
    if (page.entries.length === 0 || offset + PAGE >= page.total) break;
  }
  const accounts = new AccountStates(reader);
  const revealed = new Map<string, IncidentEvent>();
  const unmatchedIds = new Set<string>();
  let unnamed = 0;
  for (const entry of entries) {
    if (!REVEALS.has(entry.kind)) continue;
    if (!mayHaveHappened(entry)) {
      unnamed += countLookedUp(entry);
      continue;
    }
    const named = accounts.accountsNamedIn(entry);
    for (const id of named.unmatchedIds) unmatchedIds.add(id);
    unnamed += named.unnamed;
    for (const key of named.matched) if (!revealed.has(key)) revealed.set(key, eventOf(entry));
  }
  const saved = new Map<CountedArchive, IncidentEvent>();
  const unreadFiles = new Set<unknown>();
  const archives = new Map(workspace.feeHistory.allArchives().map((archive) => [archive.fileId, archive]));
  for (const entry of entries) {
    if (entry.kind !== 'fee-file-save' || !mayHaveHappened(entry)) continue;
    const archive = archives.get(String(entry.facts['file'] ?? ''));
    if (!archive) {
      unreadFiles.add(entry.facts['file'] ?? entry);
      continue;
    }
    if (!saved.has(archive)) saved.set(archive, eventOf(entry)); // it may be saved several times
  }
  const inFiles = new Map<string, IncidentEvent>();
  const refsWithoutAccount = new Set<string>();
  const late = lateMatchesIn(reader, workspace.feeHistory, [...saved.keys()]);
  for (const [archive, event] of saved) {
    for (const { accountRef } of workspace.feeHistory.fees(archive)) {
      const key = accountOfLine(accountRef, late);
      if (key === null) refsWithoutAccount.add(accountRef);
      else if (!inFiles.has(key)) inFiles.set(key, event);
    }
    await yieldToEventLoop();
  }
  accounts.read([...revealed.keys(), ...inFiles.keys()]);
  const known = [...revealed, ...inFiles].map(([key, event]) => ({
    key,
    event,
    state: accounts.stateOf(key),
  }));
  const { total } = activity.list({}, 0, 1);
  const events = entries.map(eventOf);
  return {
    known,
    events,
    incident: {
      states: statesOf(accounts.counts(), revealed.keys(), inFiles.keys(), (key) => accounts.stateOf(key)),
      events: events.slice(0, MAX_INCIDENT_EVENTS),
      totalEvents: entries.length,
      unmatched: unmatchedIds.size,
      unnamed,
      unreadFiles: unreadFiles.size,
      unmatchedNumbers: refsWithoutAccount.size,
      openEnds: entries.filter(({ outcome, isRunning }) => outcome === null && !isRunning).length,
      asOf: live.value.resources.find(({ resource }) => resource === 'accounts')?.asOf ?? null,
      logFrom: total === 0 ? null : (activity.list({}, total - 1, 1).entries[0]?.at ?? null),
    },
  };
}

/** Counts accounts by US state, the most affected states first. */
function statesOf(
  onComputer: ReadonlyMap<string | null, number>,
  revealed: Iterable<string>,
  inFiles: Iterable<string>,
  stateOf: (key: string) => string | null,
): IncidentState[] {
  const states = new Map<string | null, { onComputer: number; revealed: number; inFiles: number }>();
  const countsOf = (state: string | null) =>
    getOrCompute(states, state, () => ({ onComputer: 0, revealed: 0, inFiles: 0 }));
  for (const [state, count] of onComputer) countsOf(state).onComputer += count;
  for (const key of revealed) countsOf(stateOf(key)).revealed += 1;
  for (const key of inFiles) countsOf(stateOf(key)).inFiles += 1;
  return [...states]
    .map(([state, counts]) => ({ state, ...counts }))
    .sort(
      (a, b) =>
        b.revealed - a.revealed ||
        b.inFiles - a.inFiles ||
        b.onComputer - a.onComputer ||
        (a.state ?? '').localeCompare(b.state ?? ''),
    );
}

/** The accounts that an entry of the log names. */
interface NamedAccounts {
  /** Keys of accounts on this computer. */
  readonly matched: ReadonlySet<string>;
  /** Tokens, and IDs with their list: without an account on this computer. Several entries may name one. */
  readonly unmatchedIds: readonly string[];
  /** Number of tax IDs of an entry that names neither records nor tokens. */
  readonly unnamed: number;
}

/** Finds the US states of account holders, and the accounts that entries of the log name. */
class AccountStates {
  readonly #reader: Sources['reader'];
  /** By account; undefined for accounts that are not on this computer. */
  readonly #states = new Map<string, string | null | undefined>();

  constructor(reader: Sources['reader']) {
    this.#reader = reader;
  }

  /** Returns the state of an account that was read; null if unknown, or if it is no longer on this computer. */
  stateOf(key: string): string | null {
    return this.#states.get(key) ?? null;
  }

  counts(): ReadonlyMap<string | null, number> {
    const { values } = this.#reader.facets({
      query: allRecordsQuery('accounts'),
      field: 'state',
      contains: '',
      limit: 500,
    });
    const counts = new Map<string | null, number>();
    for (const { value, count } of values) {
      const state = normalizedState(value);
      counts.set(state, (counts.get(state) ?? 0) + count);
    }
    return counts;
  }

  /** Returns the accounts of an entry about tax IDs, and what it names that matches no account on this computer. */
  accountsNamedIn({ facts, count }: ActivityEntry): NamedAccounts {
    const resource = resourceListedAs(facts['of']);
    if (resource === undefined) {
      const tokens = splitIds(facts['tokens']);
      return { matched: new Set(), unmatchedIds: tokens, unnamed: tokens.length === 0 ? count : 0 };
    }
    const ids = splitIds(facts['record_ids']);
    const keys =
      resource === 'accounts' ? new Map(ids.map((id) => [id, id])) : this.#accountsOf(resource, ids);
    this.read([...keys.values()]);
    const matched = new Set<string>();
    const unmatchedIds: string[] = [];
    for (const id of ids) {
      const key = keys.get(id);
      if (key !== undefined && this.#states.get(key) !== undefined) matched.add(key);
      else unmatchedIds.push(`${resource} ${id}`);
    }
    return { matched, unmatchedIds, unnamed: 0 };
  }

  /** Returns the account of each record that has one. */
  #accountsOf(resource: ResourceName, ids: readonly string[]): ReadonlyMap<string, string> {
    if (resource !== 'relatedPersons') return new Map();
    return new Map(
      this.#reader
        .rowsOf(resource, ids, ['account_id'])
        .flatMap(([, id, account = null]) => (account === null ? [] : [[String(id), String(account)]])),
    );
  }

  /** Reads the states of accounts that were not read yet. */
  read(keys: readonly string[]): void {
    const missing = keys.filter((key) => !this.#states.has(key));
    for (let start = 0; start < missing.length; start += CHUNK) {
      const chunk = missing.slice(start, start + CHUNK);
      for (const key of chunk) this.#states.set(key, undefined);
      for (const [, key, state = null] of this.#reader.rowsOf('accounts', chunk, ['state']))
        this.#states.set(String(key), normalizedState(state));
    }
  }
}

/** "NJ" and " nj " are one state. */
const normalizedState = (value: unknown): string | null => {
  const text = textOrNull(value)?.trim().toUpperCase() ?? '';
  return text === '' ? null : text;
};
