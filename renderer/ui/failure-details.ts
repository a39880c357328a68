import type { Failure } from '#contract/failure';
import { isStatusText } from './failure-reasons';

/** Returns the technical facts of a failure, for its details and for support. */
export function failureDetails(failure: Failure): { label: string; value: string }[] {
  const rows = [
    { label: 'Where', value: failure.where },
    { label: 'Response', value: failure.status === undefined ? undefined : `HTTP ${failure.status}` },
    { label: 'Message', value: failure.reasons?.filter(isStatusText).join(' ') },
    { label: 'Cause', value: failure.cause },
    { label: 'Kind', value: failure.kind },
  ];
  return rows.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}
