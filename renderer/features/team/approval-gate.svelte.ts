import type { Approval, ApprovalRule, ApprovalSubject } from '#contract/features/team/approvals';
import type { EngineClient } from '../../bridge';
import { LatestResponse, watchStream } from '../../state/watch.svelte';
import { showFailure } from '../../ui/toast';
import { APPROVAL_RULE_TEXTS, ApprovalsState } from './approvals.svelte';
import { followTeam, type TeamClient } from './team.svelte';
import { whyNoApproval } from './team-messages';

interface GuardedSubject {
  readonly subject: ApprovalSubject;
  /** When it changes, the approval is read from the engine again. */
  readonly version: string;
}

/** Whether a colleague must approve before something is sent or signed. The engine checks again right before. */
export class ApprovalGate {
  readonly team: TeamClient;
  busy = $state(false);
  readonly #engine: () => EngineClient;
  readonly #read: () => GuardedSubject;
  readonly #approvals = $derived.by(() => new ApprovalsState(this.#engine()));
  readonly #answer: LatestResponse<unknown, { rules: readonly ApprovalRule[]; approval: Approval | null }>;

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
    this.#answer = new LatestResponse(
      () => {
        const { list, rules } = this.#approvals;
        return { ...read(), list, rules };
      },
      ({ subject }) => engine().team.approvalOf({ subject }),
      showFailure,
    );
  }

  get isKnown(): boolean {
    return this.#answer.value !== null;
  }

  /** Whether a rule of the team applies. */
  get isNeeded(): boolean {
    return this.rules.length > 0;
  }

  /** The rules that apply. */
  get rules(): readonly ApprovalRule[] {
    return this.#answer.value?.rules ?? [];
  }

  /** The rules that apply, in words. */
  get rulesText(): string {
    const { rules } = this.#approvals;
    return rules ? this.rules.map((rule) => APPROVAL_RULE_TEXTS[rule](rules)).join('; ') : '';
  }

  /** The approval of exactly this, or the request for it. */
  get approval(): Approval | null {
    return this.#answer.value?.approval ?? null;
  }

  /** True once a colleague has approved exactly this. */
  get isApproved(): boolean {
    return this.approval?.state === 'approved';
  }

  get isRequested(): boolean {
    return this.approval?.state === 'asked';
  }

  /** A colleague's approval of the period as it was before; undefined if there is none. */
  get outdatedApproval(): Approval | undefined {
    const { subject } = this.#read();
    if (subject.kind !== 'period' || this.approval) return undefined;
    const { firm, endDate } = subject.period;
    return this.#approvals.list.findLast(
      ({ about, from, state }) =>
        about.kind === 'period' &&
        about.period.firm === firm &&
        about.period.endDate === endDate &&
        from.isSelf &&
        state === 'approved',
    );
  }

  /** Why no colleague can approve; null if one can. */
  get obstacle(): string | null {
    return this.team.joined && whyNoApproval(this.team.joined);
  }

  /** Withdraws the open request. */
  async withdraw(): Promise<void> {
    const { approval } = this;
    if (!approval) return;
    this.busy = true;
    await this.team.attempt(() => this.team.calls.withdrawApproval({ approval: approval.id }));
    this.busy = false;
    if (this.team.failure) showFailure(this.team.failure);
  }
}
