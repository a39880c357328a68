import { fail } from '../../../preload/contract/failure';
import type { Live } from '../../../preload/contract/calls/live';
import { Events, Watched } from '../../common/observable';
import { Grants } from './grants';
import { Desk, type DeskParts, type OpenRequest, type Wish } from './open-connection';

/** At most one connection is open at a time: its desk. */
export class Desks {
  readonly wishes = new Events<Wish>();
  /** Files and folders the person chose. */
  readonly grants = new Grants();
  readonly #locks = new Set<() => void>();
  readonly #openings = new Set<(desk: Desk) => void>();
  readonly #parts: DeskParts;
  readonly #open = new Watched<Desk | null>(null);
  /** One opening or closing at a time, in the order they were asked for. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: Omit<DeskParts, 'wishes'>) {
    this.#parts = { ...parts, wishes: this.wishes };
  }

  get current(): Desk {
    const desk = this.#open.value;
    if (!desk) throw fail('no-connection');
    return desk;
  }

  /** The desk of this connection, while it is the open one. */
  opened(connection: string): Desk | undefined {
    const desk = this.#open.value;
    return desk?.connection.id === connection ? desk : undefined;
  }

  open(request: OpenRequest): Promise<void> {
    return this.#inTurn(async () => {
      await this.#closeNow();
      const desk = await Desk.open(request, this.#parts);
      this.#open.set(desk);
      for (const hear of this.#openings) hear(desk);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#closeNow());
  }

  /** Calls `hear` with every desk that is opened from now on. */
  onOpen(hear: (desk: Desk) => void): void {
    this.#openings.add(hear);
  }

  /** The computer was locked or sent to sleep. */
  lock(): void {
    for (const forget of this.#locks) forget();
  }

  /** Calls `forget` at every lock until the signal. */
  onLock(forget: () => void, until: AbortSignal): void {
    this.#locks.add(forget);
    until.addEventListener('abort', () => this.#locks.delete(forget));
  }

  /** The live state of whichever desk is open; silent while none is. */
  async *live(signal: AbortSignal | undefined, pauseMs: number): AsyncGenerator<Live, void, void> {
    for await (const desk of this.#open.follow(signal)) {
      if (!desk) continue;
      const ended = AbortSignal.any([desk.closed, ...(signal ? [signal] : [])]);
      yield* desk.live.follow(ended, pauseMs);
    }
  }

  async #closeNow(): Promise<void> {
    const desk = this.#open.value;
    this.#open.set(null);
    await desk?.close();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => undefined); // the caller hears of it; the next in turn is not to blame
    return next;
  }
}
