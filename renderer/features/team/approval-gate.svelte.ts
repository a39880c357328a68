import type { ApprovalRule } from '#contract/features/team/approvals';
import type { Approval, ApprovalStatus, ApprovalSubject } from '#contract/features/team/approval-calls';
import type { EngineClient } from '../../bridge';
import { LatestResponse, watchStream } from '../../state/watch.svelte';
import { showFailure } from '../../ui/toast';
import { APPROVAL_RULE_TEXTS, ApprovalsState } from './approvals.svelte';
import { followTeam, type TeamClient, type TeamRequests } from './team.svelte';
import { whyNoApproval } from './team-messages';

interface GuardedSubject {
  readonly subject: ApprovalSubject;
  /** When it changes, the approval is read from the engine again. */
  readonly version: string;
}

interface ReadStatus extends ApprovalStatus {
  /** The value of `#changeCount` when the status was read. */
  readonly changeCount: number;
}

/** Whether a colleague must approve before something is sent or signed. The engine checks again right before. */
export class ApprovalGate {
  readonly team: TeamClient;
  #isWithdrawing = $state(false);
  /** Number of this screen's requests and withdrawals: after each, the approval is read again. */
  #changeCount = $state(0);
  readonly #engine: () => EngineClient;
  readonly #read: () => GuardedSubject;
  readonly #approvals = $derived.by(() => new ApprovalsState(this.#engine()));
  readonly #status: LatestResponse<unknown, ReadStatus>;

  /** Must be called while a component is created. */
  constructor(engine: () => EngineClient, read: () => GuardedSubject) {
    this.#engine = engine;
    this.#read = read;
    this.team = followTeam(engine);
    watchStream(
      () => this.#approvals,
      (followed, signal) => followed.follow(signal),
    );
    // Read again after the guarded subject, the rules or an answer changed.
    this.#status = new LatestResponse(
      () => {
        const { list, rules } = this.#approvals;
        return { ...read(), list, rules, changeCount: this.#changeCount };
      },
      async ({ subject, changeCount }) => ({
        ...(await engine().team.approvalOf({ subject })),
        changeCount,
      }),
      showFailure,
    );
  }

  get isKnown(): boolean {
    return this.#status.value !== null;
  }

  /** True until the screen shows what the user requested or withdrew, which must not be done twice. */
  get busy(): boolean {
    const { value, failure } = this.#status;
    return (
      this.#isWithdrawing || (value !== null && value.changeCount !== this.#changeCount && failure === null)
    );
  }

  get subject(): ApprovalSubject {
    return this.#read().subject;
  }

  /** Whether a rule of the team applies; false until known. The engine checks again before it sends or signs. */
  get isNeeded(): boolean {
    return this.rules.length > 0;
  }

  /** The rules that apply. */
  get rules(): readonly ApprovalRule[] {
    return this.#status.value?.rules ?? [];
  }

  /** The rules that apply, in words. */
  get rulesText(): string {
    const { rules } = this.#approvals;
    return rules ? this.rules.map((rule) => APPROVAL_RULE_TEXTS[rule](rules)).join('; ') : '';
  }

  /** The approval of exactly this, or the request for it. */
  get approval(): Approval | null {
    return this.#status.value?.approval ?? null;
  }

  /** True once a colleague has approved exactly this. */
  get isApproved(): boolean {
    return this.approval?.state === 'approved';
  }

  get isRequested(): boolean {
    return this.approval?.state === 'asked';
  }

  /** If there is no approval or request for exactly this: the latest one for an earlier version. */
  get outdated(): Approval | null {
    return this.#status.value?.outdated ?? null;
  }

  /** Why no colleague can approve; null if one can. */
  get obstacle(): string | null {
    return this.team.joined && whyNoApproval(this.team.joined);
  }

  /** Requests approval through `requests`, which keeps a refusal. Returns whether the team accepted the request. */
  async ask(requests: TeamRequests, note: string, sections?: string[]): Promise<boolean> {
    const { subject } = this;
    const accepted = await requests.send(this.team.calls.askApproval({ subject, note, sections }));
    if (accepted) this.#changeCount += 1;
    return accepted !== undefined;
  }

  /** Withdraws the open request. A refusal has no message: the approval is read again, and shows why. */
  async withdraw(): Promise<void> {
    const { approval } = this;
    if (!approval) return;
    this.#isWithdrawing = true;
    await this.team.attempt(() => this.team.calls.withdrawApproval({ approval: approval.id }));
    this.#changeCount += 1;
    this.#isWithdrawing = false;
    if (this.team.failure) showFailure(this.team.failure);
  }
}
