import { CUSTODIANS } from '../../../../preload/contract/fields';
import type { RoiRequestView } from '../../../../preload/contract/calls/roi';
import { saveTable } from '../../files/tables/save-table';
import type { Activity } from '../../workspace/activity';

const STATES: Readonly<Record<RoiRequestView['state'], string>> = {
  sending: 'Sending',
  sent: 'Waiting',
  refused: 'Rejected',
  'not-sent': 'Not sent',
  unknown: 'Outcome unknown',
};
const CLOSED = { granted: 'Granted', refused: 'Refused by the custodian' } as const;
const WAYS: Readonly<Record<RoiRequestView['way'], string>> = {
  email: 'Email',
  portal: 'Portal',
  phone: 'Phone',
};

/** The tracker's columns, in order. Days are calendar days here; moments are UTC. */
const COLUMNS: readonly (readonly [heading: string, cell: (request: RoiRequestView) => string])[] = [
  ['Custodian', ({ custodian }) => CUSTODIANS[custodian]],
  ['Codes', ({ body }) => body.advisor_codes.join('; ')],
  ['Advisor', ({ body }) => body.owner_name],
  ['Firm', ({ body }) => body.firm_name],
  ['Sender', ({ body }) => body.sender_name],
  ['Made by', ({ way }) => WAYS[way]],
  ['Day', ({ day }) => day],
  ['Status', ({ closed, state }) => (closed ? CLOSED[closed] : STATES[state])],
  ['Business days', ({ businessDays }) => String(businessDays)],
  ['Follow up on', ({ closed, followUp }) => (closed ? '' : (followUp ?? ''))],
  ['Closed at (UTC)', ({ closedAt }) => closedAt ?? ''],
  ['New accounts', ({ appeared }) => (appeared === null ? '' : String(appeared))],
  ['Notes', ({ notes }) => notes.map(({ at, text }) => `${at.slice(0, 10)}: ${text}`).join('\n')],
];

/** Writes requests as CSV; the export itself is in the activity log. Answers how many. */
export async function exportRequests(
  requests: readonly RoiRequestView[],
  activity: Pick<Activity, 'begin'>,
  file: string,
): Promise<number> {
  const end = activity.begin({
    kind: 'records-export',
    count: requests.length,
    facts: { list: 'ROI requests' },
  });
  try {
    const columns = COLUMNS.map(([heading]) => ({ heading, type: 'text' as const }));
    const rows = requests.map((request) => COLUMNS.map(([, cell]) => cell(request)));
    await saveTable(file, 'csv', {
      name: 'ROI requests',
      columns,
      rows: (async function* () {
        yield await Promise.resolve(rows);
      })(),
    });
    end('done');
    return requests.length;
  } catch (error) {
    end('failed');
    throw error;
  }
}
