import { implement, os as procedures } from '@orpc/server';
import type { engineContract } from '#contract/calls/engine';
import { coreContract } from '#contract/calls/engine-core';
import { fail } from '#contract/failure';
import { declareFailures } from '../common/rpc';
import { bookmarksRouter } from './records/bookmarks-router';
import { copyRecords } from './records/copy-records';
import type { OpenConnections } from './connection/open-connections';
import { afterFirstScreen } from './idle';
import { systemClock } from './service/clock';
import type { IntakeOf } from './files/intake/intake';
import { namesRouter } from './records/names/router';
import { namesOf } from './records/names/router';
import type { VerifyInWorker } from './workspace/activity/verify-log';
import type { workRouter } from './work-router';

/** Minimum interval of state updates: each one is drawn by processors that a refresh needs. */
const LIVE_INTERVAL_MS = 250;

/** Implements the calls of the window, on the open connection. */
export function engineRouter(
  connections: OpenConnections,
  { verify, intakeOf }: { readonly verify: VerifyInWorker; readonly intakeOf: IntakeOf },
) {
  const refuseWhileShut = () => {
    if (connections.isShut) throw fail('app-locked');
  };
  const once = async <T>({ next }: { next: () => T }): Promise<Awaited<T>> => {
    refuseWhileShut();
    await connections.settled(); // the window sends its first requests while the databases are being opened
    refuseWhileShut();
    return await next();
  };
  const os = implement(coreContract).use(declareFailures).use(once);
  /** Routers that the start does not need, loaded on first use. */
  const later = procedures.use(declareFailures).use(once);
  const { sync, records, views, layout } = os;
  const reader = () => connections.current.reader;
  const workspace = () => connections.current.workspace;
  const core = os.router({
    live: os.live.handler(({ signal }) => connections.live(signal, LIVE_INTERVAL_MS)),
    sync: {
      start: sync.start.handler(({ input }) => connections.current.refresh(input)),
      cancel: sync.cancel.handler(() => connections.current.sync.cancel()),
      resume: sync.resume.handler(() => connections.current.sync.resume()),
      rebuild: sync.rebuild.handler(() => connections.rebuild()),
      dismissNotice: sync.dismissNotice.handler(({ input }) => connections.current.dismissNotice(input.id)),
    },
    records: {
      window: records.window.handler(({ input }) => {
        const answer = reader().window(input);
        return { ...answer, names: reader().namesIn(input.query.resource, input.columns, answer.rows) };
      }),
      position: records.position.handler(({ input }) => reader().position(input)),
      keys: records.keys.handler(({ input }) => reader().keys(input)),
      facets: records.facets.handler(({ input }) => reader().facets(input)),
      unlisted: records.unlisted.handler(({ input }) => reader().unlisted(input)),
      totals: records.totals.handler(({ input }) => reader().totals(input)),
      extent: records.extent.handler(({ input }) => reader().extent(input)),
      get: records.get.handler(({ input }) => reader().get(input)),
      links: records.links.handler(({ input }) => reader().links(input)),
      find: records.find.handler(({ input }) => {
        const { bookmarks } = workspace();
        return reader().find({ ...input, liked: [...bookmarks.favorites(), ...bookmarks.recent()] });
      }),
      copy: records.copy.handler(({ input, signal }) => {
        const opened = connections.current;
        return copyRecords(opened, namesOf(opened), input, signal);
      }),
    },
    views: {
      list: views.list.handler(({ input }) => workspace().views.list(input.resource)),
      one: views.one.handler(({ input }) => workspace().views.one(input.resource, input.id)),
      mark: views.mark.handler(({ input }) => workspace().views.mark(input)),
      save: views.save.handler(({ input }) => workspace().views.save(input)),
      remove: views.remove.handler(({ input }) => workspace().views.remove(input.id)),
    },
    layout: {
      get: layout.get.handler(({ input }) => workspace().layout.get(input.resource)),
      set: layout.set.handler(({ input }) => workspace().layout.set(input.resource, input.columns)),
    },
    bookmarks: bookmarksRouter(connections),
    names: namesRouter(connections),
  });
  const work = () =>
    import('./work-router').then(({ workRouter }) => (working ??= workRouter(connections, intakeOf)));
  let working: ReturnType<typeof workRouter> | undefined;
  // Loads the rest once the first screen is there, even if unused.
  connections.onOpen(({ closed }) => {
    const cancel = afterFirstScreen(systemClock, () => void work().catch(() => undefined)); // the next call reports the error
    closed.addEventListener('abort', cancel);
  });
  return {
    ...core,
    advisorCodes: later.lazy(async () => ({ default: (await work()).advisorCodes })),
    billingGroups: later.lazy(async () => ({ default: (await work()).billingGroups })),
    dependents: later.lazy(async () => ({ default: (await work()).dependents })),
    edits: later.lazy(async () => ({ default: (await work()).edits })),
    feeFiles: later.lazy(async () => ({ default: (await work()).feeFiles })),
    jobs: later.lazy(async () => ({ default: (await work()).jobs })),
    activity: later.lazy(async () => {
      const { activityRouter } = await import('./features/activity/router');
      return { default: activityRouter(connections, verify) };
    }),
    changes: later.lazy(async () => {
      const { changesRouter } = await import('./features/changes/router');
      return { default: changesRouter(connections) };
    }),
    exports: later.lazy(async () => {
      const { exportsRouter } = await import('./records/export/router');
      return { default: exportsRouter(connections) };
    }),
    feeStructures: later.lazy(async () => {
      const { feeStructuresRouter } = await import('./features/fee-structures/router');
      return { default: feeStructuresRouter(connections) };
    }),
    imports: later.lazy(async () => {
      const { importsRouter } = await import('./records/import/router');
      return { default: importsRouter(connections) };
    }),
    reconcile: later.lazy(async () => {
      const { reconcileRouter } = await import('./features/reconcile/router');
      return { default: reconcileRouter(connections) };
    }),
    review: later.lazy(async () => {
      const { reviewRouter } = await import('./features/review/router');
      return { default: reviewRouter(connections) };
    }),
    roi: later.lazy(async () => {
      const { roiRouter } = await import('./features/roi/router');
      return { default: roiRouter(connections) };
    }),
    taxIds: later.lazy(async () => {
      const { taxIdsRouter } = await import('./features/tax-ids/router');
      return { default: taxIdsRouter(connections) };
    }),
  } satisfies Record<keyof typeof engineContract, unknown>;
}
