import type { AppLockState } from '#contract/calls/app-lock';
import type { Live, ConnectionSession } from '#contract/calls/live';
import { markStart } from '#contract/start-mark';
import type { connectBridge, DesktopClient, Engine, EngineClient } from '../bridge';
import type { Route } from '../routes';
import { commands } from './commands';
import { earlyResponses } from './early-responses';
import { follow, type FollowState } from './follow';
import { forbidden } from './forbidden.svelte';
import { RouteHistory } from './history.svelte';
import { lastScreens, type LastScreens } from './last-screen';
import { offeredLists } from './offered-lists';

/**
 * The state of a connection's cache as an engine pushes it, with a signal per property. Progress arrives four
 * times a second during a refresh; with a single signal, every screen would request all its data each time.
 */
export class LiveState implements Live {
  readonly connectionId: string;
  version = $state(0);
  resources = $state.raw<Live['resources']>([]);
  run = $state.raw<Live['run']>(null);
  canResume = $state(false);
  isOffline = $state(false);
  reachability = $state.raw<Live['reachability']>('untried');
  waiting = $state.raw<Live['waiting']>(null);
  notices = $state.raw<Live['notices']>([]);

  constructor(live: Live) {
    this.connectionId = live.connectionId;
    this.applyUpdate(live);
  }

  /** Applies an update for the same connection. */
  applyUpdate(live: Live): void {
    this.version = live.version;
    this.canResume = live.canResume;
    this.isOffline = live.isOffline;
    this.reachability = live.reachability;
    this.resources = keepIfEqual(this.resources, live.resources);
    this.run = keepIfEqual(this.run, live.run);
    this.waiting = keepIfEqual(this.waiting, live.waiting);
    this.notices = keepIfEqual(this.notices, live.notices);
  }
}

/** Returns the existing value if the new one is equal. */
const keepIfEqual = <T>(current: T, next: T): T =>
  JSON.stringify(current) === JSON.stringify(next) ? current : next;

/** Maximum time that a list prepared at startup waits for its connection. */
const PREPARE_TIMEOUT_MS = 5_000;

/** State of a connection that is being opened. */
const emptyLiveState = (connectionId: string): Live => ({
  connectionId,
  version: 1,
  resources: [],
  run: null,
  canResume: false,
  isOffline: false,
  reachability: 'untried',
  waiting: null,
  notices: [],
});

/** State shared by all screens: the session, the open connection, the two clients and the current screen. */
export class AppState {
  /** Pushed by the app process; null until the first update. */
  session = $state.raw<ConnectionSession | null>(null);
  desktop = $state.raw<DesktopClient | null>(null);
  /** Null until the app process's first update. Locking reloads the page, so nothing here outlives it. */
  lock = $state.raw<AppLockState | null>(null);
  engine = $state.raw<EngineClient | null>(null);
  /** State of the engine's stream; broken means that the engine is restarting. */
  engineState = $state.raw<FollowState>('starting');
  readonly history = new RouteHistory({ screen: 'connect' }, (route) => {
    if (this.#openConnectionId) this.#lastScreens.store(this.#openConnectionId, route);
  });
  readonly commands = commands;
  readonly #lastScreens: LastScreens;

  /**
   * Placeholder state at startup, while a connection whose last screen was a list opens: the hidden list is
   * prepared with it, and its requests are deferred.
   */
  preparing = $state.raw<Live | null>(null);

  #live = $state.raw<LiveState | null>(null);
  #running: Engine | undefined;
  #engineStop: AbortController | undefined;
  #openConnectionId: string | null = null;
  /** The route from a link, to go to once its connection is open. */
  #pendingRoute: { readonly connection: string; readonly route: Route } | null = null;

  constructor(screens: LastScreens = lastScreens) {
    this.#lastScreens = screens;
  }

  /** State of the open connection's cache; null if none is open, never that of another connection. */
  readonly live: Live | null = $derived.by(() => {
    const open = this.session?.open;
    return open && open.state !== 'opening' && this.#live?.connectionId === open.connection.id
      ? this.#live
      : null;
  });

  get route(): Route {
    return this.history.current;
  }

  readonly go = (route: Route, how: 'push' | 'replace' = 'push'): void => this.history.go(route, how);

  /** Follows the app process and every engine until the signal aborts. */
  connect(bridge: ReturnType<typeof connectBridge>, signal: AbortSignal): void {
    void bridge.desktop.then((desktop) => {
      this.desktop = desktop;
      let isFollowing = false;
      void follow({
        open: (streamSignal) => desktop.appLock.state(undefined, { signal: streamSignal }),
        onValue: (lock) => {
          this.lock = lock;
          if (lock.isLocked || isFollowing) return;
          isFollowing = true;
          this.#followDesktop(desktop, signal);
        },
        signal,
      });
    });
    bridge.onEngine((engine) => this.#followEngine(engine, signal));
  }

  #followDesktop(desktop: DesktopClient, signal: AbortSignal): void {
    void follow({
      open: (streamSignal) => desktop.session(undefined, { signal: streamSignal }),
      onValue: (session) => this.setSession(session),
      signal,
    });
    void follow({
      open: (streamSignal) => desktop.commands(undefined, { signal: streamSignal }),
      onValue: (command) => commands.run(command),
      signal,
    });
  }

  /**
   * Stores the session. A newly opened connection starts at its last screen with a new history, because the
   * records of the previous connection do not exist in it.
   */
  setSession(session: ConnectionSession): void {
    markStart('page received session');
    this.session = session;
    forbidden.set(session.forbidden ?? []);
    const ids = session.connections.map(({ id }) => id);
    this.#lastScreens.retainOnly(ids);
    earlyResponses.retainOnly(ids);
    offeredLists.retainOnly(ids);
    const openId = session.open?.connection.id ?? null;
    if (openId === this.#openConnectionId) return;
    this.#openConnectionId = openId;
    if (this.#running) this.engine = this.#running.createClient();
    this.history.restart(openId ? this.#lastScreens.routeFor(openId) : { screen: 'connect' });
    if (openId && this.#pendingRoute?.connection === openId) this.go(this.#pendingRoute.route);
    this.#pendingRoute = null;
    this.#prefetchLastList();
  }

  /** Shows a screen of a connection that is about to be opened. Returns a function for when it was not opened. */
  showNext(connection: string, route: Route): () => void {
    const pending = { connection, route };
    this.#pendingRoute = pending;
    return () => {
      if (this.#pendingRoute === pending) this.#pendingRoute = null;
    };
  }

  /**
   * At startup, before anything is shown, prefetches the list that is shown first; its other requests wait. Without
   * such a list, sends the waiting requests.
   */
  #prefetchLastList(): void {
    earlyResponses.forget();
    this.preparing = null;
    const { session, route } = this;
    const [running, id] = [this.#running, this.#openConnectionId];
    if (!running || !session) return;
    const isPrefetching =
      id !== null &&
      (!this.#live || this.#live.connectionId === id) && // the engine may be faster than the app process
      route.screen === 'resource' &&
      earlyResponses.prefetch(running.early, id, route.resource);
    if (!isPrefetching) {
      running.releaseCalls();
      return;
    }
    this.preparing = emptyLiveState(id);
    setTimeout(() => {
      running.releaseCalls();
      this.preparing = null;
    }, PREPARE_TIMEOUT_MS);
  }

  #followEngine(running: Engine, signal: AbortSignal): void {
    this.#engineStop?.abort();
    const stop = new AbortController();
    signal.addEventListener('abort', () => stop.abort());
    this.#engineStop = stop;
    this.#running = running;
    this.engine = running.createClient();
    let currentLive: LiveState | null = null; // another engine restarts its version numbers
    let ready: Promise<void> | null = null;
    if (this.#live) running.releaseCalls();
    else this.#prefetchLastList();
    void follow({
      open: (streamSignal) => running.early.live(undefined, { signal: streamSignal }),
      onValue: (live) => {
        markStart('page received connection');
        if (this.#live && this.#live.version !== live.version) earlyResponses.forget();
        if (currentLive?.connectionId === live.connectionId) currentLive.applyUpdate(live);
        else this.#live = currentLive = new LiveState(live);
        // Before the first rows are painted, other calls would take the processor time that they need.
        ready ??= this.preparing ? earlyResponses.rowsPainted() : Promise.resolve();
        void ready.then(running.releaseCalls);
      },
      onState: (state) => (this.engineState = state),
      signal: stop.signal,
    });
  }
}

export const app = new AppState();
