import type { DraftFindings } from '../../../preload/contract/calls/review';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';

type Call = (
  request: Parameters<EngineClient['review']['ofDraft']>[0],
  options: { signal: AbortSignal },
) => Promise<DraftFindings>;

export interface DraftCheckRequest {
  readonly draft: string;
  readonly takes: Readonly<Record<string, 'mine' | 'theirs'>>;
  /** Changes with every change of the draft: findings of another one say nothing about this one. */
  readonly edition: string;
}

/** What the rules make of a draft: the latest question wins, and the ones before it are canceled. */
export class DraftCheck {
  findings = $state.raw<DraftFindings | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Nothing is known of this edition of the draft yet. */
  readonly checking = $derived(this.findings === null && this.failure === null);
  readonly #call: Call;
  #edition: string | null = null;
  #running: AbortController | null = null;

  constructor(call: Call) {
    this.#call = call;
  }

  async run({ draft, takes, edition }: DraftCheckRequest): Promise<void> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    if (edition !== this.#edition) this.findings = null;
    this.#edition = edition;
    this.failure = null;
    try {
      const findings = await this.#call({ draft, takes }, { signal: running.signal });
      if (!running.signal.aborted) this.findings = findings;
    } catch (error) {
      if (running.signal.aborted) return;
      this.findings = null;
      this.failure = failureOf(error);
    }
  }

  cancel(): void {
    this.#running?.abort();
  }
}
