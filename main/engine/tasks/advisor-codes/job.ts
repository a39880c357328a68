import { randomUUID } from 'node:crypto';
import {
  codeLine,
  codeLineState,
  type CodeJob,
  type CodeLine,
  type CodeLineState,
} from '../../../../preload/contract/calls/advisor-codes';
import type { ActivityOutcome } from '../../../../preload/contract/calls/activity';
import { fail, failureOf, type Failure } from '../../../../preload/contract/failure';
import { CUSTODIANS } from '../../../../preload/contract/fields';
import { Observable } from '../../../common/observable';
import type { Service } from '../../service/client';
import type { Activity, EndEntry } from '../../workspace/activity';
import type { KnownCodes } from './known';
import type { JobLine } from './lines';
import { requestsOf } from './requests';
import { sendLines } from './send';

export interface JobParts {
  readonly service: Pick<Service, 'call'>;
  readonly activity: Pick<Activity, 'begin'>;
  readonly known: KnownCodes;
  /** Fetches the mapping anew; resolves when the cache has it. */
  readonly refresh: () => Promise<void>;
  /** Aborted when the connection closes: what is on its way then has an unknown outcome. */
  readonly closed: AbortSignal;
  readonly now: () => Date;
}

/** Codes to create or to delete: planned, then sent once, and followed line by line. */
export class CodesJob {
  readonly id = randomUUID();
  readonly kind: CodeJob['kind'];
  readonly state: Observable<CodeJob>;
  readonly #parts: JobParts;
  readonly #lines: JobLine[];
  #stopped = false;
  #work: Promise<void> | undefined;

  constructor(kind: CodeJob['kind'], lines: readonly JobLine[], parts: JobParts) {
    this.kind = kind;
    this.#parts = parts;
    this.#lines = [...lines];
    const names = lines.flatMap(({ custodian, code, state }) =>
      custodian && state === 'ready' ? [{ custodian, code }] : [],
    );
    this.state = new Observable<CodeJob>({
      id: this.id,
      kind,
      state: 'planned',
      total: lines.length,
      counts: this.#counts(),
      accounts: parts.known.accountsWith(names),
      custodian: only(names.map(({ custodian }) => custodian)),
      failure: null,
      endedAt: null,
      checkedAt: null,
      over: false,
    });
  }

  /** Begins to send; does nothing when it has begun before. Fails with `refused` when there is nothing to send. */
  start(): void {
    if (this.#work) return;
    const ready = this.#lines.filter(({ state }) => state === 'ready');
    if (ready.length === 0) throw fail('refused', { reasons: ['There is nothing to send.'] });
    const end = this.#parts.activity.begin({
      kind: this.kind === 'create' ? 'advisor-code-create' : 'advisor-code-delete',
      count: ready.length,
      facts: { custodian: custodianFact(ready) },
    });
    this.#change({ state: 'running' });
    this.#work = this.#carryOut(ready, end)
      .catch((error: unknown) => this.#change({ state: 'stopped', failure: failureOf(error) }))
      .finally(() => this.#change({ over: true }));
  }

  /** Resolves when it has ended. */
  get ended(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Lines with what is known of them; after the end also whether a mapping fetched since agrees. */
  lines(): CodeLine[] {
    const { checkedAt } = this.state.value;
    return this.#lines.map((line) =>
      codeLine.parse({
        ...line,
        confirmed:
          checkedAt !== null && (line.state === 'done' || line.state === 'unknown') ? this.#isSo(line) : null,
      }),
    );
  }

  /** Those that were not sent, as they were planned. */
  get rest(): JobLine[] {
    return this.#lines.filter(({ state }) => state === 'not-sent');
  }

  /** Present state, then changes; it ends when nothing can come any more. */
  async *follow(signal: AbortSignal | undefined): AsyncGenerator<CodeJob, void, void> {
    for await (const state of this.state.follow(signal, 100)) {
      yield state;
      if (state.over) return;
    }
  }

  async #carryOut(ready: readonly JobLine[], end: EndEntry): Promise<void> {
    const { service, closed, now } = this.#parts;
    // Lines are told apart by their place: a settled one is another object than the one that was sent.
    const failure = await sendLines(ready, {
      ...requestsOf(this.kind, service, closed),
      settle: ({ index }, state, remark) => this.#settle(index, state, remark),
      moved: () => this.#change({}),
      stopped: () => this.#stopped || closed.aborted,
    });
    const counts = this.#counts();
    end(outcomeOf(counts, failure, this.#stopped), {
      count: counts.done,
      facts: {
        refused: counts.refused,
        'outcome not known': counts.unknown,
        'not sent': counts['not-sent'],
      },
    });
    this.#change({
      state: failure ? 'stopped' : counts['not-sent'] > 0 ? 'canceled' : 'done',
      failure,
      endedAt: now().toISOString(),
    });
    if (!closed.aborted && counts.done + counts.unknown + counts.refused > 0) await this.#check();
  }

  /** Fetches the mapping, so that the screens show what became of it. Its failure is told by the refresh itself. */
  async #check(): Promise<void> {
    const { refresh, known } = this.#parts;
    const { endedAt } = this.state.value;
    await refresh().catch(() => undefined);
    const { codesAsOf } = known.overview;
    if (codesAsOf !== null && endedAt !== null && codesAsOf >= endedAt)
      this.#change({ checkedAt: codesAsOf });
  }

  #isSo(line: Pick<JobLine, 'custodian' | 'code' | 'index'>): boolean {
    const { known } = this.#parts;
    if (this.kind === 'create')
      return known.mapped({ custodian: line.custodian ?? '', code: line.code }).length > 0;
    const id = this.#lines[line.index]?.id;
    return !known.overview.rows.some((row) => row.record === String(id));
  }

  #settle(index: number, state: CodeLineState, remark: string | null): void {
    const line = this.#lines[index];
    if (line)
      this.#lines[index] = { ...line, state, remark: remark ?? (state === 'wrong' ? line.remark : null) };
  }

  #change(change: Partial<CodeJob>): void {
    this.state.update((now) => ({ ...now, counts: this.#counts(), ...change }));
  }

  #counts(): CodeJob['counts'] {
    const counts = Object.fromEntries(codeLineState.options.map((state) => [state, 0])) as CodeJob['counts'];
    for (const { state } of this.#lines) counts[state] += 1;
    return counts;
  }
}

const only = (values: readonly string[]): string | null => {
  const [first, ...others] = new Set(values);
  return first !== undefined && others.length === 0 ? first : null;
};

/** "Pershing", or how many: the log holds no codes. */
function custodianFact(lines: readonly JobLine[]): string {
  const custodians = new Set(lines.map(({ custodian }) => custodian ?? ''));
  const [first = ''] = custodians;
  const words: Readonly<Record<string, string>> = CUSTODIANS;
  return custodians.size === 1 ? (words[first] ?? first) : `${custodians.size} custodians`;
}

function outcomeOf(counts: CodeJob['counts'], failure: Failure | null, stopped: boolean): ActivityOutcome {
  if (counts.unknown > 0) return 'unknown';
  if (counts.done > 0) return counts.refused + counts['not-sent'] > 0 ? 'partly' : 'done';
  if (counts.refused > 0) return 'refused';
  return failure || !stopped ? 'failed' : 'canceled';
}
