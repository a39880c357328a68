import { implement } from '@orpc/server';
import { incidentReportContract } from '#contract/features/incident-report/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { batched, saveTable } from '../../files/tables/save-table';
import { incidentRows, INCIDENT_HEADINGS } from './incident-rows';
import { readIncident } from './incident';

/** Creates the calls that report which data an incident may concern, from the activity log and the accounts. */
export function incidentReportRouter(connections: OpenConnections) {
  const os = implement(incidentReportContract).use(declareFailures);
  return os.router({
    read: os.read.handler(({ input }) => readIncident(connections.current, input).incident),
    export: os.export.handler(async ({ input: { grant, ...period } }) => {
      const opened = connections.current;
      const file = connections.grants.path(grant, 'incident-report');
      const rows = incidentRows(opened.reader, readIncident(opened, period));
      const end = opened.workspace.activity.begin({
        kind: 'incident-report',
        count: rows.length,
        facts: { from: period.from, to: period.to },
      });
      try {
        const columns = INCIDENT_HEADINGS.map((heading) => ({ heading, type: 'text' as const }));
        await saveTable(file, 'csv', { name: 'Incident report', columns, rows: batched(rows) });
      } catch (error) {
        end('failed');
        throw error;
      }
      end('done');
      return { rows: rows.length };
    }),
  });
}
