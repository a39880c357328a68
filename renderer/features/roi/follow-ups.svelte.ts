import { countOf } from '../../ui/format';
import { showFailure } from '../../ui/toast';
import { LatestAnswer } from '../../state/watch.svelte';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { ageText, custodianCodesText, custodianName, roiStateLabel } from './messages';

const MAX_SHOWN = 5;

/** On Today: requests that need attention. */
export function followUpTasks(read: () => Pick<TodayCardProps, 'engine' | 'settledVersion'>): TodayTasks {
  let failed = $state(false);
  const answer = new LatestAnswer(
    () => ({ engine: read().engine, version: read().settledVersion }),
    (now) => now.engine.roi.attention(),
    (error) => {
      failed = true;
      showFailure(error);
    },
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    const requests = answer.value ?? (failed ? [] : null);
    if (!requests) return null;
    const beyond = requests.length - MAX_SHOWN;
    return [
      ...requests.slice(0, MAX_SHOWN).map((request): TodayTask => ({
        id: `roi-${request.id}`,
        urgency: 'roi-request',
        title: `ROI request to ${custodianName(request.custodian)}`,
        about: `${custodianCodesText(request.custodian, request.body.advisor_codes)} · waiting ${ageText(request)}`,
        mark: roiStateLabel(request),
        route: { place: 'task', task: 'roi', page: { kind: 'request', id: request.id } },
      })),
      ...(beyond > 0
        ? [
            {
              id: 'more-roi',
              urgency: 'roi-request',
              title: countOf(beyond, 'more ROI request', 'more ROI requests'),
              about: 'Show all ROI requests',
              mark: null,
              route: { place: 'task', task: 'roi' },
            } as const,
          ]
        : []),
    ];
  });
  return {
    get list() {
      return list;
    },
  };
}
