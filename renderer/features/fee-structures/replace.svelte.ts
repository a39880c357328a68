import type { Draft } from '#contract/edit';
import { failureOf, type Failure } from '#contract/failure';
import { readExact } from '#contract/exact-json/read';
import { feeStructures } from '#contract/resources/fee-structures';
import type { EngineClient } from '../../bridge';
import { formatValue } from '../../ui/format';
import type { FormValues } from '../../records/form/form-view';
import { StructureComparison } from './structures.svelte';
import { accountsWith } from './structure-usage.svelte';

/** Returns an ID as JSON. */
const idJson = (key: string): string => (/^\d+$/.test(key) ? key : JSON.stringify(key));

/** Replaces a fee structure on all its accounts: creates a draft, which is sent from its preview. */
export class StructureReplacement {
  readonly other = new StructureComparison();
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);

  constructor(
    private readonly engine: EngineClient,
    private readonly key: string,
    private readonly values: FormValues,
  ) {}

  /** Warnings about differences that affect how accounts are billed together. */
  readonly warnings = $derived.by(() => {
    const replacement = this.other.values;
    if (!replacement) return [];
    return [
      ...differenceWarning(
        'collection_type',
        this.values,
        replacement,
        'All fee structures on an account must use the same collection method.',
      ),
      ...differenceWarning(
        'frequency',
        this.values,
        replacement,
        'Accounts in one group should be billed at the same time.',
      ),
    ];
  });

  /** Creates the draft; returns null if nothing is chosen or on failure. */
  async preview(): Promise<Draft | null> {
    const to = this.other.key;
    if (to === '' || this.busy) return null;
    this.busy = true;
    this.failure = null;
    try {
      return await this.engine.edits.draftMany({
        query: accountsWith(this.key),
        selection: { kind: 'all', except: [] },
        edits: [{ op: 'replace', field: 'fee_structures_ids', from: idJson(this.key), to: idJson(to) }],
      });
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}

function differenceWarning(
  name: 'collection_type' | 'frequency',
  current: FormValues,
  replacement: FormValues,
  why: string,
): string[] {
  const [before, after] = [current[name], replacement[name]].map((text) =>
    formatValue(feeStructures.fields[name], text === undefined ? null : readExact(text)),
  );
  return before === after
    ? []
    : [
        `${feeStructures.fields[name].label}: ${String(before)} now, ${String(after)} after the change. ${why}`,
      ];
}
