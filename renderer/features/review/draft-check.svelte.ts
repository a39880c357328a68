import type { ConflictChoices } from '#contract/edit';
import type { DraftFindings } from '#contract/features/review/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';

type CheckCall = (
  request: Parameters<EngineClient['review']['ofDraft']>[0],
  options: { signal: AbortSignal },
) => Promise<DraftFindings>;

export interface DraftCheckRequest {
  readonly draft: string;
  readonly choices: ConflictChoices;
  /** Changes whenever the draft changes: findings for one key do not apply to another. */
  readonly contentKey: string;
}

/** Runs the review rules on a draft; only the response about its latest content is shown. */
export class DraftCheck {
  findings = $state.raw<DraftFindings | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** True until there are findings, or a failure, for this content of the draft. */
  readonly isChecking = $derived(this.findings === null && this.failure === null);
  readonly #call: CheckCall;
  #contentKey: string | null = null;
  #running: AbortController | null = null;
  /** Running checks during which the data has changed. */
  readonly #outdated = new WeakSet<AbortController>();

  constructor(call: CheckCall) {
    this.#call = call;
  }

  /**
   * Checks a version of the draft and cancels the check of another version. A running check of the same
   * version is not canceled, because a refresh changes the data every second: it is repeated afterward.
   */
  async run(request: DraftCheckRequest): Promise<void> {
    const { draft, choices, contentKey } = request;
    if (this.#running && contentKey === this.#contentKey) {
      this.#outdated.add(this.#running);
      return;
    }
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    if (contentKey !== this.#contentKey) {
      this.findings = null;
      this.failure = null;
    }
    this.#contentKey = contentKey;
    try {
      const findings = await this.#call({ draft, choices }, { signal: running.signal });
      if (!running.signal.aborted) {
        this.findings = findings;
        this.failure = null;
      }
    } catch (error) {
      if (!running.signal.aborted) {
        this.findings = null;
        this.failure = failureOf(error);
      }
    }
    if (this.#running !== running) return;
    this.#running = null;
    if (this.#outdated.has(running)) await this.run(request);
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = null;
  }
}
