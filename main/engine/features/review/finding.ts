import type { FindingFacts } from '#contract/features/review/calls';
import type { Cell } from '#contract/query';
import type { RuleId, UndeterminedReason } from '#contract/features/review/rules';
import { IntList } from '../../../common/intern-table';
import { idInCell, type Id } from '../../records/id-key';
import { FindingFingerprint } from './fingerprint';

/** One finding. */
export interface RawFinding {
  readonly rule: RuleId;
  /** Row number in the cache. */
  readonly n: number;
  readonly key: string;
  readonly custodian: string | null;
  readonly facts: FindingFacts;
  /** Fingerprint of what the rule read and found; a review holds while it is unchanged. */
  readonly fingerprint: string;
}

const print = new FindingFingerprint();

/**
 * Findings of one rule, as columns: there may be hundreds of thousands, of which a window shows a few dozen.
 */
export class Findings {
  readonly rule: RuleId;
  readonly #rows = new IntList();
  /** As they were read: mostly numbers, converted to text only when shown. */
  readonly #keys: Id[] = [];
  readonly #custodians: (string | null)[] = [];
  readonly #facts: FindingFacts[] = [];
  /** Fingerprints of the cells; those of the stored facts are computed on demand. */
  readonly #a = new IntList();
  readonly #b = new IntList();

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

  key(place: number): string {
    return String(this.#keys[place] ?? '');
  }

  id(place: number): Id {
    const key = this.#keys[place] ?? '';
    return idInCell(key) ?? key;
  }

  /** Returns -1 if the record has no finding. */
  placeOf(key: string): number {
    const id = idInCell(key);
    return this.#keys.findIndex((one) => one === id || one === key);
  }

  /** Null if the record has no custodian. */
  get custodians(): readonly (string | null)[] {
    return this.#custodians;
  }

  /**
   * Adds a finding. `row` has number, key and cells; `read` has the positions of the cells that the rule read
   * and that are not secret.
   */
  add(row: readonly Cell[], read: readonly number[], custodian: string | null, facts: FindingFacts): void {
    this.#rows.push(Number(row[0]));
    this.#keys.push(row[1] ?? '');
    this.#custodians.push(custodian);
    this.#facts.push(facts);
    print.begin();
    for (const at of read) print.cell(row[at] ?? null);
    this.#a.push(print.a);
    this.#b.push(print.b);
  }

  at(place: number): RawFinding {
    return new Finding(this, place);
  }

  all(): RawFinding[] {
    return Array.from({ length: this.length }, (_, place) => new Finding(this, place));
  }

  n(place: number): number {
    return this.#rows.at(place);
  }

  facts(place: number): FindingFacts {
    return this.#facts[place] ?? {};
  }

  fingerprint(place: number): string {
    print.begin(this.#a.at(place), this.#b.at(place));
    print.facts(this.facts(place));
    return print.text;
  }
}

/** A finding by its position. */
class Finding implements RawFinding {
  readonly #of: Findings;
  readonly #place: number;

  constructor(of: Findings, place: number) {
    this.#of = of;
    this.#place = place;
  }

  get rule() {
    return this.#of.rule;
  }
  get n() {
    return this.#of.n(this.#place);
  }
  get key() {
    return this.#of.key(this.#place);
  }
  get custodian() {
    return this.#of.custodians[this.#place] ?? null;
  }
  get facts() {
    return this.#of.facts(this.#place);
  }
  get fingerprint() {
    return this.#of.fingerprint(this.#place);
  }
}
