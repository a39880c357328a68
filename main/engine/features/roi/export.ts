import { localDay } from '#contract/dates';
import { CUSTODIANS } from '#contract/fields';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { batched, saveTable, type TableFormat } from '../../files/tables/save-table';
import type { OutputCellType, OutputCell } from '../../files/tables/output-table';
import { logWhile, type Activity } from '../../workspace/activity/activity';

const STATES: Readonly<Record<RoiRequestView['state'], string>> = {
  sending: 'Sending',
  sent: 'Waiting',
  refused: 'Rejected',
  'not-sent': 'Not sent',
  unknown: 'Outcome unknown',
};
const CLOSED = { granted: 'Granted', refused: 'Declined by the custodian' } as const;
const METHODS: Readonly<Record<RoiRequestView['method'], string>> = {
  email: 'Email',
  portal: 'Portal',
  phone: 'Phone',
};

type Column = readonly [
  heading: string,
  cell: (request: RoiRequestView) => OutputCell,
  type?: OutputCellType,
];

/** The tracker's columns, in order. Days are local calendar days; times are UTC. The default type is text. */
const COLUMNS: readonly Column[] = [
  ['Custodian', ({ custodian }) => CUSTODIANS[custodian]],
  ['Codes', ({ body }) => body.advisor_codes.join('; ')],
  ['Advisor', ({ body }) => body.owner_name],
  ['Firm', ({ body }) => body.firm_name],
  ['Sender', ({ body }) => body.sender_name],
  ['Submitted through', ({ method }) => METHODS[method]],
  ['Day', ({ day }) => day, 'date'],
  ['Status', ({ closed, state }) => (closed ? CLOSED[closed] : STATES[state])],
  ['Business days', ({ businessDays }) => businessDays, 'number'],
  ['Follow up on', ({ closed, followUp }) => (closed ? null : followUp), 'date'],
  ['Closed at (UTC)', ({ closedAt }) => closedAt, 'dateTime'],
  ['New accounts', ({ appeared }) => appeared, 'number'],
  ['Notes', ({ notes }) => notes.map(({ at, text }) => `${localDay(new Date(at))}: ${text}`).join('\n')],
];

/** Returns a column with the team member who sent each request (`self`: this user), if the user has colleagues. */
const senderColumns = (requests: readonly RoiRequestView[], self: string | null): Column[] =>
  self === null && requests.every(({ sentBy }) => sentBy === null)
    ? []
    : [['Sent by', ({ sentBy }) => sentBy ?? self]];

interface ExportDeps {
  readonly activity: Pick<Activity, 'begin'>;
  /** This user's name on the team; null without one. */
  readonly self: string | null;
  readonly signal?: AbortSignal;
}

/** Writes requests to a file and logs the export. Returns their number. */
export async function exportRoiRequests(
  requests: readonly RoiRequestView[],
  { activity, self, signal }: ExportDeps,
  file: string,
  format: TableFormat,
): Promise<number> {
  const facts = { list: 'ROI requests', format };
  const columns = [...COLUMNS, ...senderColumns(requests, self)];
  await logWhile(activity, { kind: 'records-export', count: requests.length, facts }, () =>
    saveTable(
      file,
      format,
      {
        name: 'ROI requests',
        columns: columns.map(([heading, , type = 'text']) => ({ heading, type })),
        rows: batched(requests.map((request) => columns.map(([, cell]) => cell(request)))),
      },
      signal,
    ),
  );
  return requests.length;
}
