import type { Live } from '../../preload/contract/calls/live';

/**
 * The state of a connection's cache as an engine pushes it, part by part: whoever watches one part hears of that alone.
 * While a refresh goes on its progress comes ten times a second; watched as a whole, each time every screen asked the
 * engine again for all it shows.
 */
export class LiveState implements Live {
  readonly connectionId: string;
  version = $state(0);
  resources = $state.raw<Live['resources']>([]);
  run = $state.raw<Live['run']>(null);
  resumable = $state(false);
  offline = $state(false);
  contact = $state.raw<Live['contact']>('untried');
  waiting = $state.raw<Live['waiting']>(null);
  notices = $state.raw<Live['notices']>([]);

  constructor(live: Live) {
    this.connectionId = live.connectionId;
    this.take(live);
  }

  /** Takes over what is pushed of the same connection. */
  take(live: Live): void {
    this.version = live.version;
    this.resumable = live.resumable;
    this.offline = live.offline;
    this.contact = live.contact;
    this.resources = same(this.resources, live.resources);
    this.run = same(this.run, live.run);
    this.waiting = same(this.waiting, live.waiting);
    this.notices = same(this.notices, live.notices);
  }
}

/** What is there already, where it says the same. */
const same = <T>(held: T, next: T): T => (JSON.stringify(held) === JSON.stringify(next) ? held : next);
