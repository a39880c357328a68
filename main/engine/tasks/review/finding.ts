import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import type { RuleId } from '../../../../preload/contract/review-rules';
import { Print } from './fingerprint';

/** One finding, as small as it can be: there may be hundreds of thousands. */
export class RawFinding {
  readonly rule: RuleId;
  /** Row number in the cache. */
  readonly n: number;
  readonly key: string;
  readonly custodian: string | null;
  readonly facts: FindingFacts;
  readonly #print = new Print();

  /** `row`: its number, its key and its cells; `read`: the places of those that the rule read and that are no secret. */
  constructor(
    rule: RuleId,
    row: readonly [n: number, key: string, ...cells: Cell[]],
    read: readonly number[],
    custodian: string | null,
    facts: FindingFacts,
  ) {
    this.rule = rule;
    this.n = row[0];
    this.key = row[1];
    this.custodian = custodian;
    this.facts = facts;
    for (const at of read) this.#print.cell(row[at] ?? null);
    this.#print.facts(facts);
  }

  /** Of what the rule read and found: a review stands while it stays the same. */
  get print(): string {
    return this.#print.text;
  }
}
