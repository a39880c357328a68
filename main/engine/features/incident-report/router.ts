import { implement } from '@orpc/server';
import { incidentReportContract } from '#contract/features/incident-report/calls';
import { declareFailures } from '#common/rpc';
import { ACTIVITY_LABELS } from '#contract/features/activity/schemas';
import { incidentLimits } from '#contract/features/incident-report/messages';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnections } from '../../connection/open-connections';
import { batched, saveTable, textColumns } from '../../files/tables/save-table';
import { logWhile } from '../../workspace/activity/activity';
import { readIncident, type ReadIncident } from './incident';
import type { OpenConnection } from '../../connection/open-connection';

export const INCIDENT_HEADINGS = [
  'Row type',
  'State',
  'Accounts on this computer',
  'Accounts with tax IDs revealed',
  'Accounts in saved fee files',
  'Account ID',
  'Account',
  'When (UTC)',
  'Who',
  'What',
  'List or file',
  'Count',
  'Outcome',
  'Note',
] as const;
type Heading = (typeof INCIDENT_HEADINGS)[number];
type Cells = Partial<Record<Heading, string | number | null>>;

/** Number of accounts whose names are read at once. */
const CHUNK = 500;

/** Returns the report as rows of one table: states, accounts, log entries, and what it cannot know. */
export function incidentRows(
  reader: Pick<OpenConnection['reader'], 'rowsOf'>,
  { incident, events, known }: ReadIncident,
): (string | number | null)[][] {
  const names = new Map<string, string>();
  const keys = [...new Set(known.map(({ key }) => key))];
  for (let offset = 0; offset < keys.length; offset += CHUNK)
    for (const [, key, name] of reader.rowsOf('accounts', keys.slice(offset, offset + CHUNK), ['name']))
      names.set(String(key), String(name ?? ''));
  const rows: Cells[] = [
    ...incident.states.map(({ state, onComputer, revealed, inFiles }) => ({
      'Row type': 'State',
      State: state ?? 'Unknown',
      'Accounts on this computer': onComputer,
      'Accounts with tax IDs revealed': revealed,
      'Accounts in saved fee files': inFiles,
    })),
    ...known.map(({ key, state, event }) => ({
      'Row type': 'Account',
      State: state ?? 'Unknown',
      'Account ID': key,
      Account: names.get(key) ?? 'Not on this computer',
      'When (UTC)': event.at,
      Who: event.user,
      What: ACTIVITY_LABELS[event.kind],
      'List or file': event.about,
    })),
    ...events.map(({ at, user, kind, about, count, outcome }) => ({
      'Row type': 'Log entry',
      'When (UTC)': at,
      Who: user,
      What: ACTIVITY_LABELS[kind],
      'List or file': about,
      Count: count,
      Outcome: outcome ?? 'end not recorded',
    })),
    ...incidentLimits(incident).map((Note) => ({ 'Row type': 'Unknown', Note })),
  ];
  return rows.map((row) => INCIDENT_HEADINGS.map((heading) => row[heading] ?? null));
}

/** Creates the calls that report which data an incident may concern, from the activity log and the accounts. */
export function incidentReportRouter(connections: OpenConnections) {
  const os = implement(incidentReportContract).use(declareFailures);
  return os.router({
    read: os.read.handler(async ({ input }) => (await readIncident(connections.current, input)).incident),
    export: os.export.handler(async ({ input: { grant, ...period } }) => {
      const opened = connections.current;
      const file = connections.grants.path(grant, 'incident-report');
      const rows = incidentRows(opened.reader, await readIncident(opened, period));
      const entry = { kind: 'incident-report', count: rows.length, facts: period } as const;
      const table = { name: 'Incident report', columns: textColumns(INCIDENT_HEADINGS), rows: batched(rows) };
      await awaitedExportsOf(opened).run((signal) =>
        logWhile(opened.workspace.activity, entry, () => saveTable(file, 'csv', table, signal)),
      );
      return { rows: rows.length };
    }),
  });
}
