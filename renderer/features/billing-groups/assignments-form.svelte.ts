import { MAX_ASSIGNED } from '#contract/features/billing-groups/schemas';
import type { AssignedAccount } from '#contract/features/billing-groups/calls';
import {
  addAssignments,
  assignmentChanges,
  readAssignments,
  removeAssignments,
  setPayer,
  type Assignment,
} from '#contract/features/billing-groups/assignments';
import { textAt } from '#contract/exact-json/patch';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';
import { membershipChangesText, pasteResultText } from './messages';

/** The assignments of one billing group during editing: their exact text and the accounts' data. */
export class AssignmentsForm {
  /** Exact JSON text; undefined if the record has no such field. */
  json = $state.raw<string | undefined>();
  accounts = $state.raw<ReadonlyMap<string, AssignedAccount>>(new Map());
  /** The result of the last paste, and its values that match no single account, with their lines. */
  pasteMessage = $state.raw('');
  unmatchedLines = $state.raw<readonly string[]>([]);
  readonly assignments: readonly Assignment[] = $derived.by(() => readAssignments(this.json));
  /** Exact text of the record's assignments, before any edit; undefined for a new group. */
  readonly originalJson: string | undefined;

  constructor(
    readonly engine: () => EngineClient,
    raw: string | null,
    json: string | null,
    readonly onchange: (json: string) => void,
  ) {
    this.originalJson = raw === null ? undefined : textAt(raw, ['assignments']);
    this.json = json ?? undefined;
  }

  /** Number of differences from the record as the service sent it, in words. */
  readonly changesText: string = $derived.by(() => {
    const { added, removed, payerChanged } = assignmentChanges(this.originalJson, this.json);
    return membershipChangesText(added.length, removed.length, payerChanged.length);
  });

  accountOf = (id: string): AssignedAccount | undefined => this.accounts.get(id);

  /** Loads accounts and payers that are not loaded yet; of a huge group, only as many as one request may have. */
  async loadAccounts(): Promise<void> {
    const ids = this.assignments.flatMap(({ account, payer }) => [account ?? '', payer ?? '']);
    // Payers 0 (the account itself) and -1 (the group) are no account IDs.
    const unloaded = [...new Set(ids)].filter((id) => /^[1-9]\d*$/.test(id) && !this.accounts.has(id));
    if (unloaded.length === 0) return;
    try {
      const found = await this.engine().billingGroups.accounts({
        ids: unloaded.slice(0, MAX_ASSIGNED),
      });
      this.accounts = new Map([...this.accounts, ...found.map((account) => [account.id, account] as const)]);
    } catch (error) {
      showFailure(error);
    }
  }

  add(ids: readonly string[]): void {
    this.#setJson(addAssignments(this.json, ids));
  }
  remove(ids: readonly string[]): void {
    this.#setJson(removeAssignments(this.json, ids));
  }
  assignPayer(ids: readonly string[], payer: string): void {
    this.#setJson(setPayer(this.json, ids, payer));
  }

  /** Adds the accounts of a paste of IDs or numbers. Returns true if every value matched one account. */
  async paste(text: string): Promise<boolean> {
    try {
      const { lines, accounts } = await this.engine().billingGroups.lookUp({ text });
      this.accounts = new Map([
        ...this.accounts,
        ...accounts.map((account) => [account.id, account] as const),
      ]);
      const ids = [...new Set(lines.flatMap(({ account }) => account ?? []))];
      const assigned = new Set(this.assignments.map(({ account }) => account));
      const newIds = ids.filter((id) => !assigned.has(id));
      this.unmatchedLines = lines.flatMap(({ found, line, text: value }) =>
        found === 'account'
          ? []
          : [`Line ${line}: ${value} (${found === 'several' ? 'several accounts' : 'not found'})`],
      );
      this.pasteMessage = pasteResultText(
        newIds.length,
        ids.length - newIds.length,
        this.unmatchedLines.length,
      );
      this.add(newIds);
      return this.unmatchedLines.length === 0;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }

  #setJson(json: string | undefined): void {
    if (json === this.json || json === undefined) return;
    this.json = json;
    this.onchange(json);
  }
}
