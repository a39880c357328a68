import type { FoundSince, ReviewOverview, ReviewState } from '#contract/features/review/calls';
import { SEVERITIES, ruleNamed, type Severity } from '#contract/features/review/rules';
import type { Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { count } from '../../ui/format';
import { follow, readOnEvent } from '../../state/follow';
import { watchStream } from '../../state/watch.svelte';
import type { FollowWaiting, TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { findingCountText, SEVERITY_LABELS, SEVERITY_MEANINGS, STATE_FILTERS } from './review-messages';

const TO_DO = STATE_FILTERS['to-do'].states;

/** Returns the number of findings of each severity that still need a decision. */
function findingsToDo({ rules }: Pick<ReviewOverview, 'rules'>): Record<Severity, number> {
  const toDoCounts = { high: 0, medium: 0, low: 0 };
  for (const { rule, missing, counts } of rules)
    if (missing.length === 0)
      toDoCounts[ruleNamed(rule).severity] += TO_DO.reduce((sum, state) => sum + counts[state], 0);
  return toDoCounts;
}

const totalOf = ({ high, medium, low }: Record<Severity, number>): number => high + medium + low;

/** Counts all findings to do, again after every check and every mark. */
export const followFindingsToDo: FollowWaiting = (engine, onCount, signal) => {
  void follow({
    signal,
    open: (until) => engine.review.follow(undefined, { signal: until }),
    onValue: ({ overview }) => onCount(totalOf(findingsToDo(overview))),
  });
};

interface NewFindings {
  readonly since: FoundSince;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Number of findings to do, new or not. */
  readonly total: number;
  /** What the check is doing if there is no result of one yet, or the last one failed. */
  readonly unfinishedCheck: ReviewState['state'] | null;
}

/** Counts the new findings to do: since yesterday or, if there are none, since the last refresh. */
async function readNewFindings(
  engine: EngineClient,
  { overview, state, checkedAt }: ReviewState,
): Promise<NewFindings> {
  const countsSince = async (since: FoundSince) => {
    const counts = { high: 0, medium: 0, low: 0 };
    await Promise.all(
      SEVERITIES.map(async (severity) => {
        const filter = { severity, states: [...TO_DO], found: since };
        counts[severity] = (await engine.review.list({ filter, offset: 0, limit: 1 })).total;
      }),
    );
    return { since, counts };
  };
  const total = totalOf(findingsToDo(overview));
  const unfinishedCheck = checkedAt === null || state === 'failed' ? state : null;
  const recent = await countsSince('yesterday');
  return { ...(totalOf(recent.counts) > 0 ? recent : await countsSince('refresh')), total, unfinishedCheck };
}

const SINCE_TEXTS: Readonly<Record<FoundSince, string>> = {
  yesterday: 'since yesterday',
  refresh: 'since the last refresh',
};

/** Returns the tasks for Today: new findings that need a decision, by severity. */
export function newFindingTasks(read: () => Pick<TodayCardProps, 'engine' | 'isComplete'>): TodayTasks {
  const engine = $derived(read().engine);
  let latest = $state.raw<NewFindings | null>(null);
  let failure = $state.raw<Failure | null>(null);
  watchStream(
    () => engine,
    (current, signal) => {
      void follow({
        signal,
        open: (until) =>
          readOnEvent(current.review.follow(undefined, { signal: until }), (state) =>
            readNewFindings(current, state),
          ),
        onValue: (value) => {
          latest = value;
          failure = null;
        },
        onFailure: (reason) => (failure = reason),
      });
    },
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    if (!latest) return failure ? [] : null;
    if (latest.unfinishedCheck === 'checking') return null; // known in a few seconds
    const { since, counts } = latest;
    return SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => ({
      id: `findings-${severity}`,
      urgency: 'finding',
      title: `${count(counts[severity])} new ${counts[severity] === 1 ? 'finding' : 'findings'} ${SINCE_TEXTS[since]}`,
      about: SEVERITY_MEANINGS[severity],
      mark: SEVERITY_LABELS[severity],
      route: { screen: 'task', task: 'review', page: { severity, found: since } },
    }));
  });
  return {
    get list() {
      return list;
    },
    get failure() {
      return failure;
    },
    get unknown() {
      const unfinishedCheck = latest?.unfinishedCheck;
      // Without all accounts most rules can't run, even if a check has ended.
      const isUnknown =
        unfinishedCheck === 'waiting' || unfinishedCheck === 'failed' || !read().isComplete('accounts');
      return isUnknown ? 'new findings' : null;
    },
    get otherWork() {
      if (!latest || latest.total === 0) return null;
      return {
        text: `${findingCountText(latest.total)} found earlier ${latest.total === 1 ? 'is' : 'are'} still open.`,
        label: 'Open the review queue',
        route: { screen: 'task', task: 'review' },
      } as const;
    },
  };
}
