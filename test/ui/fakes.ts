import { NO_RULES } from '#contract/features/team/approvals';
import { createRouterClient, implement } from '@orpc/server';
import { desktopContract } from '#contract/calls/desktop';
import { engineContract } from '#test/support/engine-contract';
import { failure as failureSchema, type Failure, type FailureKind } from '#contract/failure';
import type { Live, ResourceProgress, Run, ConnectionSession } from '#contract/calls/live';
import type { ReviewState } from '#contract/features/review/calls';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../../renderer/bridge';

export { connectionOf } from '../support/connection';

/** Returns the declared error that carries a failure over the bridge. */
export const declaredFailure = (kind: FailureKind, overrides: Partial<Failure> = {}) =>
  Object.assign(new Error(kind), { code: 'FAILED', data: failureSchema.parse({ kind, ...overrides }) });

export const sessionOf = (overrides: Partial<ConnectionSession> = {}): ConnectionSession => ({
  connections: [],
  open: null,
  engineRestarts: 0,
  leftoverKeys: 0,
  ...overrides,
});

export const sampleProgress = (
  resource: ResourceName,
  overrides: Partial<ResourceProgress> = {},
): ResourceProgress => ({
  resource,
  state: 'done',
  records: 100,
  total: 100,
  rate: 0,
  secondsLeft: null,
  added: 0,
  changed: 0,
  removed: 0,
  drifted: 0,
  uncertain: false,
  ...overrides,
});

export const runOf = (overrides: Partial<Run> = {}): Run => ({
  id: 7,
  state: 'done',
  startedAt: '2026-11-21T07:00:00Z',
  endedAt: '2026-11-21T07:01:00Z',
  resources: RESOURCE_NAMES.map((name) => sampleProgress(name)),
  ...overrides,
});

export const liveOf = (overrides: Partial<Live> = {}): Live => ({
  connectionId: 'conn-0001',
  version: 1,
  resources: RESOURCE_NAMES.map((resource) => ({
    resource,
    count: resource === 'legacyMappings' ? 0 : 100,
    asOf: '2026-11-21T07:00:00Z',
    uncertain: false,
    drifted: 0,
  })),
  run: null,
  canResume: false,
  isOffline: false,
  reachability: 'reachable',
  waiting: null,
  notices: [],
  ...overrides,
});

/** Answers or failures by call name ("connections.test"). The contract validates the inputs. */
export type Answers = Readonly<Record<string, (input: never, signal?: AbortSignal) => unknown>>;

interface RecordedCall {
  readonly name: string;
  readonly input: unknown;
}

/** Any call of a contract. */
type AnyCall = typeof engineContract.records.find;

/** Returns a client of a contract that answers from `responses`, and its recorded calls. Unexpected calls throw. */
function fakeClient(contract: object, responses: Answers) {
  const calls: RecordedCall[] = [];
  const build = (node: object, path: string): unknown => {
    if ('~orpc' in node)
      return implement(node as AnyCall).handler((({
        input,
        signal,
      }: {
        input: never;
        signal?: AbortSignal;
      }) => {
        calls.push({ name: path, input });
        const response = responses[path];
        if (!response) throw new Error(`unexpected call: ${path}`);
        return response(input, signal);
      }) as never);
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        build(child as object, path ? `${path}.${key}` : key),
      ]),
    );
  };
  return {
    client: createRouterClient(build(contract, '') as never, { context: {} as never }) as unknown,
    calls,
  };
}

const ABOUT = {
  version: '0.1.0',
  electron: '45.4.1',
  platform: 'linux x64',
  computer: 'desk-12',
  dataFolder: '/data',
};

export function fakeDesktop(responses: Answers = {}): { desktop: DesktopClient; calls: RecordedCall[] } {
  const { client, calls } = fakeClient(desktopContract, {
    keychain: () => undefined,
    about: () => ABOUT,
    'background.get': () => ({ tray: false, atLogin: false, canStartAtLogin: true }),
    'links.incoming': () => openStream(null),
    'connections.create': () => ({ id: 'conn-0001' }),
    ...responses,
  });
  return { desktop: client as DesktopClient, calls };
}

export function fakeEngine(responses: Answers = {}): { engine: EngineClient; calls: RecordedCall[] } {
  const { client, calls } = fakeClient(engineContract, {
    'changes.runs': () => ({ total: 0, items: [] }),
    'changes.latest': () => ({ completed: null, last: null }),
    'changes.sinceVisit': () => ({ since: null, lists: [] }),
    'dependents.find': () => ({ groups: [], incompleteLists: [] }),
    'dependents.ofDeleted': () => ({ groups: [], incompleteLists: [] }),
    'dependents.ofDraft': () => ({ groups: [], incompleteLists: [] }),
    'edits.follow': () => openStream([]),
    'edits.missingOperations': () => [],
    'feeFiles.state': () =>
      openStream({ saved: [], colleagues: [], jobs: [], folder: null, isAutoSaveOn: false }),
    'feeFiles.filesToDo': () => ({ total: 0, unsaved: [], lost: [], unreconciled: [], unsigned: [] }),
    'jobs.changes': () => openStream(1),
    'jobs.list': () => [],
    'edits.unconfirmed': () => [],
    'records.facets': () => ({ values: [], distinct: 0 }),
    'records.window': () => ({ rows: [], total: 0, version: 1 }),
    'scheduledRefresh.follow': () =>
      openStream({
        schedule: {
          on: false,
          times: ['06:30'],
          weekdaysOnly: true,
          onWaking: false,
          waitFor: [],
          latest: '09:00',
        },
        next: null,
        zone: 'America/New_York',
        state: 'off',
        wait: null,
        last: null,
      }),
    'serviceStatus.get': () => null,
    'standingExports.follow': () => openStream([]),
    'agreedTerms.follow': () => openStream(0),
    'team.follow': () => openStream({ kind: 'none' }),
    'team.followHandOvers': () => openStream([]),
    'team.followApprovals': () =>
      openStream({
        rules: NO_RULES,
        list: [],
      }),
    'team.approvalOf': () => ({ rules: [], approval: null, outdated: null }),
    'team.history': () => ({ items: [] }),
    'roi.attention': () => [],
    'roi.drafts': () => [],
    'roi.planned.list': () => [],
    'views.get': () => null,
    'review.follow': () => openStream(UNCHECKED_REVIEW),
    'review.list': () => ({ items: [], total: 0 }),
    ...responses,
  });
  return { engine: client as EngineClient, calls };
}

/** The state of the review queue before the first check. */
export const UNCHECKED_REVIEW: ReviewState = {
  stamp: 0,
  state: 'waiting',
  checkedAt: null,
  failure: null,
  overview: { rules: [], custodians: [], owners: [], user: 'pat' },
};

/** Yields these values, and then stays open. */
export async function* openStream<T>(...values: readonly T[]): AsyncGenerator<T, void, void> {
  yield* values;
  await new Promise(() => undefined);
}

/** Returns a promise and the function that resolves it. */
export function deferredPromise<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}

/** Waits until a closed dialog has restored the focus, after 80 ms. For `afterAll`, as the test's page is removed next. */
export const waitForRestoredFocus = () => new Promise<void>((resolve) => setTimeout(resolve, 150));
