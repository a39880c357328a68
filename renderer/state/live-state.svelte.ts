import type { Live } from '#contract/calls/live';

/**
 * The state of a connection's cache as an engine pushes it, with a signal per property. Progress arrives ten
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
