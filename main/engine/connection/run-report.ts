import type { EngineRequest } from '#contract/calls/control';
import type { Run } from '#contract/calls/live';

/** Returns the log entries of a refresh that ended: counts, and why it ended. */
export const logOf = ({ state, failure, resources }: Run): Extract<EngineRequest, { kind: 'log' }>[] => [
  {
    kind: 'log',
    event: 'refresh.ended',
    data: { state, failure: failure?.kind ?? null, cause: failure?.cause ?? null },
  },
  ...resources.map(({ resource, state, records, added, changed, removed, drifted, uncertain }) => ({
    kind: 'log' as const,
    event: 'refresh.resource' as const,
    data: { resource, state, records, added, changed, gone: removed, drifted, uncertain },
  })),
];

/** Returns the completed share of a refresh, 0 to 1; null while unknown. */
export function shareDone(run: Run): number | null {
  let done = 0;
  let total = 0;
  for (const resource of run.resources) {
    if (resource.total === null) continue;
    done += Math.min(resource.records, resource.total);
    total += resource.total;
  }
  return total === 0 ? null : done / total;
}
