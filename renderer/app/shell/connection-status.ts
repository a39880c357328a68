import type { Connection } from '#contract/connection';
import {
  isPartlyDownloaded,
  type ConnectionSession,
  type Live,
  type ResourceState,
} from '#contract/calls/live';
import { isOptionalList } from '#contract/resources';
import { formatDateTime } from '../../ui/format';
import type { FollowState } from '../../state/follow';
import { WAITING_STATE } from '../../records/refresh/waiting';
import type { Tone } from '../../ui/tone';

/** Returns the age of the data, from its oldest list; the detail is blank if all lists have that age. */
export function dataAge(live: Live | null): { text: string; detail: string; asOf: string | null } {
  // The connection is not open, so the data on this computer has not been read.
  if (!live) return { text: '', detail: '', asOf: null };
  const lists = live.resources.filter(({ resource }) => !isOptionalList(resource));
  const times = lists.flatMap(({ asOf }) => asOf ?? []).sort();
  const oldest = times[0];
  const missingCount = lists.length - times.length;
  if (lists.some(isPartlyDownloaded) || (oldest !== undefined && missingCount > 0 && live.canResume))
    return {
      text: 'Partly downloaded',
      detail: `${missingCount} of ${lists.length} lists are not downloaded completely. Refresh to download the rest.`,
      asOf: oldest ?? null,
    };
  if (oldest === undefined)
    return { text: 'No data yet', detail: 'Refresh to download the records.', asOf: null };
  const newest = times.at(-1) ?? oldest;
  const detail =
    missingCount > 0
      ? `${missingCount} of ${lists.length} lists have never been downloaded completely.`
      : formatDateTime(oldest) === formatDateTime(newest)
        ? ''
        : `The newest list was updated ${formatDateTime(newest)}.`;
  return { text: `Updated ${formatDateTime(oldest)}`, detail, asOf: oldest };
}

/** Returns how many records are missing from the data on this computer; lists that the service skipped don't count. */
export function missingData({ resources, run }: Live): 'all' | 'some' | 'none' {
  if (resources.every(({ asOf, count }) => asOf === null && count === 0)) return 'all';
  const skipped = run?.resources.filter(({ state }) => state === 'skipped').map(({ resource }) => resource);
  const isMissing = (list: ResourceState): boolean =>
    isPartlyDownloaded(list) ||
    (list.asOf === null && !isOptionalList(list.resource) && !skipped?.includes(list.resource));
  return resources.some(isMissing) ? 'some' : 'none';
}

/** A short label of an application, and its kind, which sets the color. */
export type ApplicationLabel = { readonly label: string; readonly kind: 'production' | 'sandbox' | 'demo' };

export function applicationLabel(connection: Pick<Connection, 'application' | 'demo'>): ApplicationLabel {
  if (connection.demo)
    return { label: connection.application === 'sandbox' ? 'DEMO SANDBOX' : 'DEMO', kind: 'demo' };
  return connection.application === 'sandbox'
    ? { label: 'SANDBOX', kind: 'sandbox' }
    : { label: 'PRODUCTION', kind: 'production' };
}

/** Returns the state of the open connection in one or two words. */
export function connectionState(
  open: NonNullable<ConnectionSession['open']>,
  live: Live | null,
  engine: FollowState,
): { label: string; tone: Tone } {
  if (open.state === 'failed') return { label: 'Not open', tone: 'bad' };
  if (open.state === 'opening') return { label: 'Opening…', tone: 'quiet' };
  if (open.state === 'restarting' || engine === 'broken') return { label: 'Restarting…', tone: 'warn' };
  if (live?.run?.state === 'paused') return { label: 'Paused', tone: 'warn' };
  if (live?.isOffline) return { label: 'Offline', tone: 'warn' };
  if (live?.waiting) return WAITING_STATE[live.waiting.reason];
  if (live?.reachability === 'retrying') return { label: 'Trying again…', tone: 'warn' };
  if (live?.reachability === 'unreachable') return { label: 'Not responding', tone: 'warn' };
  if (live?.reachability === 'reachable') return { label: 'Online', tone: 'good' };
  // There has been no request since the connection was opened or the network came back: whether the service
  // responds is unknown, but the data can be used.
  return live ? { label: 'Open', tone: 'quiet' } : { label: 'Opening…', tone: 'quiet' };
}
