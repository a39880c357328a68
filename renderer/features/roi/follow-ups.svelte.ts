import { capitalize } from '#contract/text';
import { countOf, formatDateTime } from '../../ui/format';
import { LatestResponse } from '../../state/watch.svelte';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { custodianCodesText, custodianName, roiStateLabel, requestWaitingText, sentByText } from './messages';
import { colleagueChanges } from './request.svelte';
import { firstIncompleteStep, STEP_TITLES } from './steps';

const MAX_SHOWN = 5;
const MAX_DRAFTS_SHOWN = 3;
const ROI_ROUTE = { screen: 'task', task: 'roi' } as const;

/** Returns the first `max` tasks; if there are more, also one that counts them and opens the list of all requests. */
function withMore(
  tasks: readonly TodayTask[],
  max: number,
  moreLabels: { readonly singular: string; readonly plural: string },
): readonly TodayTask[] {
  const [first] = tasks;
  const remaining = tasks.length - max;
  if (!first || remaining <= 0) return tasks;
  const title = countOf(remaining, moreLabels.singular, moreLabels.plural);
  const { urgency } = first;
  return [
    ...tasks.slice(0, max),
    {
      id: `more-roi-${urgency}`,
      urgency,
      title,
      about: 'Show all ROI requests',
      mark: null,
      route: ROI_ROUTE,
    },
  ];
}

/** Returns the tasks for Today: requests that need attention, plans to request by portal or phone, and drafts. */
export function followUpTasks(read: () => Pick<TodayCardProps, 'engine' | 'settledVersion'>): TodayTasks {
  const response = new LatestResponse(
    () => ({ engine: read().engine, version: read().settledVersion, changes: colleagueChanges.count }),
    async ({ engine: { roi } }) => {
      const [requests, drafts, planned] = await Promise.all([
        roi.attention(),
        roi.drafts(),
        roi.planned.list(),
      ]);
      return { requests, drafts, planned };
    },
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    const work = response.value;
    if (!work) return response.failure ? [] : null;
    const requests = work.requests.map((request): TodayTask => ({
      id: `roi-${request.id}`,
      urgency: 'roi-request',
      title: `ROI request to ${custodianName(request.custodian)}`,
      about: `${capitalize(custodianCodesText(request.custodian, request.body.advisor_codes))} · ${requestWaitingText(request)}${request.sentBy === null ? '' : ` · ${sentByText(request)}`}`,
      mark: roiStateLabel(request),
      route: { screen: 'task', task: 'roi', page: { kind: 'request', id: request.id } },
    }));
    const planned = work.planned.map(({ custodian, codes }): TodayTask => ({
      id: `roi-plan-${custodian}`,
      urgency: 'draft',
      title: `Request from ${custodianName(custodian)} by portal or phone`,
      about: capitalize(custodianCodesText(custodian, codes)),
      mark: { label: 'Not logged', tone: 'quiet' },
      route: ROI_ROUTE,
    }));
    const drafts = work.drafts.map((draft): TodayTask => ({
      id: `roi-draft-${draft.id}`,
      urgency: 'draft',
      title:
        draft.custodian === null
          ? 'ROI request without a custodian yet'
          : `ROI request to ${custodianName(draft.custodian)}`,
      about: `Next: ${STEP_TITLES[firstIncompleteStep(draft)]} · edited ${formatDateTime(draft.updatedAt)}`,
      mark: { label: 'Draft', tone: 'quiet' },
      route: { screen: 'task', task: 'roi', page: { kind: 'draft', id: draft.id } },
    }));
    return [
      ...withMore(requests, MAX_SHOWN, { singular: 'more ROI request', plural: 'more ROI requests' }),
      ...withMore([...drafts, ...planned], MAX_DRAFTS_SHOWN, {
        singular: 'more ROI request to send or log',
        plural: 'more ROI requests to send or log',
      }),
    ];
  });
  return {
    get list() {
      return list;
    },
    get failure() {
      return response.failure;
    },
  };
}
