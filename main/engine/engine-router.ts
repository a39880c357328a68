import { implement, os as procedures } from '@orpc/server';
import type { Bookmark } from '#contract/calls/bookmarks';
import type { EngineContract } from '#contract/calls/engine';
import { coreContract } from '#contract/calls/engine-core';
import { fail } from '#contract/failure';
import type { FeatureCalls } from '#contract/feature';
import { lazy } from '#contract/lazy';
import { compareTexts } from '#contract/text';
import { declareFailures } from '../common/rpc';
import { copyRecords } from './records/copy-records';
import type { OpenConnections } from './connection/open-connections';
import { afterFirstScreen } from './idle';
import { systemClock } from './service/clock';
import { ENGINE_FEATURES } from './features';
import type { RouterDeps } from './features/feature';
import { namesOf, namesRouter } from './records/names/router';

/** Minimum interval of state updates: drawing one takes processor time that a refresh needs. */
const LIVE_INTERVAL_MS = 250;

type Middleware = <T>(options: { next: () => T }) => Promise<Awaited<T>>;
const coreProcedures = (whenReady: Middleware) => implement(coreContract).use(declareFailures).use(whenReady);

/** The calls that the first screen needs. */
function coreRouter(os: ReturnType<typeof coreProcedures>, connections: OpenConnections) {
  const { refresh, records, views, layout, bookmarks } = os;
  const reader = () => connections.current.reader;
  const workspace = () => connections.current.workspace;
  const bookmarksOf = (keys: readonly Pick<Bookmark, 'resource' | 'key'>[]): Bookmark[] =>
    keys.flatMap(({ resource, key }) =>
      reader()
        .named(resource, [key])
        .map((record) => ({ resource, ...record })),
    );
  return os.router({
    live: os.live.handler(({ signal }) => connections.live(signal, LIVE_INTERVAL_MS)),
    refresh: {
      start: refresh.start.handler(({ input }) => connections.current.refresh(input)),
      cancel: refresh.cancel.handler(() => connections.current.refresher.cancel()),
      resume: refresh.resume.handler(() => connections.current.refresher.resume()),
      rebuild: refresh.rebuild.handler(() => connections.rebuild()),
      dismissNotice: refresh.dismissNotice.handler(({ input }) =>
        connections.current.dismissNotice(input.id),
      ),
    },
    records: {
      window: records.window.handler(({ input }) => {
        const response = reader().window(input);
        return { ...response, ...reader().namesIn(input.query.resource, input.columns, response.rows) };
      }),
      position: records.position.handler(({ input }) => reader().position(input)),
      keys: records.keys.handler(({ input }) => reader().keys(input)),
      facets: records.facets.handler(({ input }) => reader().facets(input)),
      unmatchedValues: records.unmatchedValues.handler(({ input }) => reader().unmatchedValues(input)),
      totals: records.totals.handler(({ input }) => reader().totals(input)),
      extent: records.extent.handler(({ input }) => reader().extent(input)),
      get: records.get.handler(({ input }) => reader().get(input)),
      links: records.links.handler(({ input }) => reader().links(input)),
      find: records.find.handler(({ input }) => {
        const stored = workspace().bookmarks;
        return reader().find({ ...input, favorites: [...stored.favorites(), ...stored.recent()] });
      }),
      copy: records.copy.handler(({ input, signal }) => {
        const opened = connections.current;
        return copyRecords(opened, namesOf(opened), input, signal);
      }),
    },
    views: {
      list: views.list.handler(({ input }) => workspace().views.list(input.resource)),
      get: views.get.handler(({ input }) => workspace().views.get(input.resource, input.id)),
      setFlags: views.setFlags.handler(({ input }) => workspace().views.setFlags(input)),
      save: views.save.handler(({ input }) => workspace().views.save(input)),
      remove: views.remove.handler(({ input }) => workspace().views.remove(input.id)),
    },
    layout: {
      get: layout.get.handler(({ input }) => workspace().layout.get(input.resource)),
      set: layout.set.handler(({ input }) => workspace().layout.set(input.resource, input.columns)),
    },
    bookmarks: {
      list: bookmarks.list.handler(() => {
        const stored = workspace().bookmarks;
        return {
          favorites: bookmarksOf(stored.favorites()).sort((a, b) => compareTexts(a.title, b.title)),
          recent: bookmarksOf(stored.recent()),
          views: workspace().views.favorites(),
        };
      }),
      recordVisit: bookmarks.recordVisit.handler(({ input }) => workspace().bookmarks.recordVisit(input)),
      setFavorite: bookmarks.setFavorite.handler(({ input }) =>
        workspace().bookmarks.setFavorite(input, input.isFavorite),
      ),
    },
    names: namesRouter(connections),
  });
}

/** Returns what would be signed for a period; loads the period feature on the first call. */
const periodRows: RouterDeps['periodRows'] = async (opened, period, request) => {
  const { periodsOf } = await import('./features/period/periods-of');
  return periodsOf(opened).guardedRows(period, request);
};

/** Implements the calls of the window, on the open connection. */
export function engineRouter(connections: OpenConnections, ownDeps: Omit<RouterDeps, 'periodRows'>) {
  const deps: RouterDeps = { ...ownDeps, periodRows };
  const refuseWhileLocked = () => {
    if (connections.lockState === 'app-locked') throw fail('app-locked');
  };
  const whenReady = async <T>({ next }: { next: () => T }): Promise<Awaited<T>> => {
    refuseWhileLocked();
    await connections.settled(); // the window sends its first requests while the databases are being opened
    refuseWhileLocked();
    return await next();
  };
  const os = coreProcedures(whenReady);
  /** Routers that the start does not need, loaded on first use. */
  const lazyProcedures = procedures.use(declareFailures).use(whenReady);
  const core = coreRouter(os, connections);
  const features = Object.entries(ENGINE_FEATURES).map(([name, { load, router }]) => ({
    name,
    load,
    create: lazy(async () => (await router())(connections, deps)),
  }));
  /** Jobs are only reported once all their kinds are registered, which starts verifying the interrupted ones. */
  const work = lazy(async () => {
    const firstScreenRouters = features
      .filter(({ load }) => load === 'after-first-screen')
      .map(({ create }) => create());
    const { workRouter } = await import('./work-router');
    await Promise.all(firstScreenRouters);
    return workRouter(connections);
  });
  // Even without a call, so that interrupted jobs are verified. The other routers load with their first call.
  connections.onOpen(({ closed }) => {
    const cancel = afterFirstScreen(systemClock, () => void work().catch(() => undefined)); // the next call reports the error
    closed.addEventListener('abort', cancel);
  });
  return {
    ...core,
    ...Object.fromEntries(
      features.map(({ name, load, create }) => [
        name,
        lazyProcedures.lazy(async () => {
          if (load === 'after-first-screen') await work(); // the kinds of jobs are registered first
          return { default: await create() };
        }),
      ]),
    ),
    dependents: lazyProcedures.lazy(async () => ({ default: (await work()).dependents })),
    edits: lazyProcedures.lazy(async () => ({ default: (await work()).edits })),
    jobs: lazyProcedures.lazy(async () => ({ default: (await work()).jobs })),
    exports: lazyProcedures.lazy(async () => {
      const { exportsRouter } = await import('./records/export/router');
      return { default: exportsRouter(connections) };
    }),
    identity: lazyProcedures.lazy(async () => {
      const { identityRouter } = await import('./connection/identity-router');
      return { default: identityRouter(connections) };
    }),
    imports: lazyProcedures.lazy(async () => {
      const { importsRouter } = await import('./records/import/router');
      return { default: importsRouter(connections) };
    }),
  } satisfies Record<Exclude<keyof EngineContract, keyof FeatureCalls>, unknown>;
}
