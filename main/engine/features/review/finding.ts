import type { FindingFacts } from '#contract/features/review/calls';
import type { Cell } from '#contract/query';
import type { RuleId, UndeterminedReason } from '#contract/features/review/rules';
import { IntList } from '#common/intern-table';
import { idInCell, type Id } from '../../records/id-key';
import { FindingFingerprint } from './fingerprint';

/** A finding as the rules produce it, without its texts and marks. */
export interface RawFinding {
  readonly rule: RuleId;
  /** Row number in the cache. */
  readonly n: number;
  readonly key: string;
  readonly custodian: string | null;
  readonly facts: FindingFacts;
  /** Fingerprint of what the rule read and found; a mark applies while it is unchanged. */
  readonly fingerprint: string;
}

const hasher = new FindingFingerprint();

/**
 * Findings of one rule, as columns: there may be hundreds of thousands, of which a window shows a few dozen.
 */
export class Findings {
  readonly rule: RuleId;
  readonly #rows = new IntList();
  /** As the cells have them: mostly numbers, converted to text only when shown. */
  readonly #keys: Id[] = [];
  readonly #custodians: (string | null)[] = [];
  readonly #facts: FindingFacts[] = [];
  /** The two 32-bit halves of the cells' fingerprints; `fingerprint` adds the facts on demand. */
  readonly #fingerprintsA = new IntList();
  readonly #fingerprintsB = new IntList();

  readonly #undetermined = new Map<UndeterminedReason, number>();

  constructor(rule: RuleId) {
    this.rule = rule;
  }

  /** Number of records that the rule could not judge, by reason. */
  get undetermined(): ReadonlyMap<UndeterminedReason, number> {
    return this.#undetermined;
  }

  countUndetermined(reason: UndeterminedReason): void {
    this.#undetermined.set(reason, (this.#undetermined.get(reason) ?? 0) + 1);
  }

  get length(): number {
    return this.#keys.length;
  }

  get keys(): string[] {
    return this.#keys.map(String);
  }

  key(index: number): string {
    return String(this.#keys[index] ?? '');
  }

  id(index: number): Id {
    const key = this.#keys[index] ?? '';
    return idInCell(key) ?? key;
  }

  /** Returns -1 if the record has no finding. */
  indexOf(key: string): number {
    const id = idInCell(key);
    return this.#keys.findIndex((known) => known === id || known === key);
  }

  /** Null if the record has no custodian. */
  get custodians(): readonly (string | null)[] {
    return this.#custodians;
  }

  /**
   * Adds a finding. `row` has the row number, the key and the cells; `positions` are those of the cells that the rule
   * read, without secret ones.
   */
  add(
    row: readonly Cell[],
    positions: readonly number[],
    custodian: string | null,
    facts: FindingFacts,
  ): void {
    this.#rows.push(Number(row[0]));
    this.#keys.push(row[1] ?? '');
    this.#custodians.push(custodian);
    this.#facts.push(facts);
    hasher.begin();
    for (const position of positions) hasher.cell(row[position] ?? null);
    this.#fingerprintsA.push(hasher.a);
    this.#fingerprintsB.push(hasher.b);
  }

  at(index: number): RawFinding {
    return new Finding(this, index);
  }

  all(): RawFinding[] {
    return Array.from({ length: this.length }, (_, index) => new Finding(this, index));
  }

  n(index: number): number {
    return this.#rows.at(index);
  }

  facts(index: number): FindingFacts {
    return this.#facts[index] ?? {};
  }

  fingerprint(index: number): string {
    hasher.begin(this.#fingerprintsA.at(index), this.#fingerprintsB.at(index));
    hasher.facts(this.facts(index));
    return hasher.text;
  }
}

/** A finding by its index. */
class Finding implements RawFinding {
  readonly #findings: Findings;
  readonly #index: number;

  constructor(findings: Findings, index: number) {
    this.#findings = findings;
    this.#index = index;
  }

  get rule() {
    return this.#findings.rule;
  }
  get n() {
    return this.#findings.n(this.#index);
  }
  get key() {
    return this.#findings.key(this.#index);
  }
  get custodian() {
    return this.#findings.custodians[this.#index] ?? null;
  }
  get facts() {
    return this.#findings.facts(this.#index);
  }
  get fingerprint() {
    return this.#findings.fingerprint(this.#index);
  }
}
