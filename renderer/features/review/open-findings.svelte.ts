import type { ReviewOverview } from '#contract/features/review/calls';
import { ruleNamed, SEVERITIES, type Severity } from '#contract/features/review/rules';
import type { EngineClient } from '../../bridge';
import { follow } from '../../state/follow';
import { watchStream } from '../../state/watch.svelte';
import { showFailure } from '../../ui/toast';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { findings, SEVERITY_LABELS } from './review-messages';

const SEVERITY_MEANINGS: Readonly<Record<Severity, string>> = {
  high: 'Billing, trading, or data can go wrong.',
  medium: 'Someone needs to decide.',
  low: 'Good to know.',
};

/** Returns the number of findings that the user has not decided on yet, by severity. */
export function openFindings({ rules }: Pick<ReviewOverview, 'rules'>): Record<Severity, number> {
  const found = { high: 0, medium: 0, low: 0 };
  for (const { rule, missing, counts } of rules)
    if (missing.length === 0) found[ruleNamed(rule).severity] += counts.open;
  return found;
}

/** Yields the number of all findings without a decision, again after every check and every mark. */
export async function* followOpenFindings(engine: EngineClient, signal: AbortSignal): AsyncGenerator<number> {
  for await (const _ of await engine.review.follow(undefined, { signal })) {
    const { high, medium, low } = openFindings(await engine.review.overview());
    yield high + medium + low;
  }
}

/** On Today: findings without a decision, by severity. */
export function openFindingTasks(read: () => Pick<TodayCardProps, 'engine'>): TodayTasks {
  const engine = $derived(read().engine);
  let overview = $state.raw<ReviewOverview | null>(null);
  let failed = $state(false);
  watchStream(
    () => engine,
    (current, signal) => {
      void follow({
        open: (until) => current.review.follow(undefined, { signal: until }),
        onValue: () => {
          current.review.overview().then(
            (found) => {
              if (!signal.aborted) overview = found;
            },
            (error: unknown) => {
              failed = true;
              showFailure(error);
            },
          );
        },
        signal,
      });
    },
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    if (!overview) return failed ? [] : null;
    const open = openFindings(overview);
    return SEVERITIES.filter((severity) => open[severity] > 0).map((severity) => ({
      id: `findings-${severity}`,
      urgency: 'finding',
      title: `${findings(open[severity])} to review`,
      about: SEVERITY_MEANINGS[severity],
      mark: { word: SEVERITY_LABELS[severity].word, tone: SEVERITY_LABELS[severity].tone },
      route: { place: 'task', task: 'review', page: { severity } },
    }));
  });
  return {
    get list() {
      return list;
    },
  };
}
