import { randomUUID } from 'node:crypto';
import type { FindingState } from '#contract/features/review/schemas';
import type { MarkRequest } from '#contract/features/review/calls';
import { isWaivedForValues } from '#contract/features/review/rules';
import { sameJson } from '#contract/same-value';
import { sha256 } from '#common/sha256';
import type { Reviews, StoredMark } from './saved-work/reviews';
import type { RawFinding } from './finding';

/** Number of actions that can be undone. */
const MAX_UNDO_STEPS = 30;

/** Identifies a finding across checks. Rule names contain no spaces. */
export const findingId = ({ rule, key }: { readonly rule: string; readonly key: string }): string =>
  `${rule} ${key}`;

/**
 * Returns the fingerprint; for a debit above the cash a hash without the cash and its day, which nightly refreshes
 * change.
 */
export const valuesHash = ({ facts, fingerprint }: Pick<RawFinding, 'facts' | 'fingerprint'>): string =>
  'cashDate' in facts
    ? sha256(JSON.stringify({ ...facts, cash: undefined, cashDate: undefined }))
    : fingerprint;

/**
 * Returns the state of a finding on a local calendar day. A review holds until the rule's input changes, a
 * waiver until the end of its last day (of a finding about fee files, at most until the compared values change), a flag
 * until the user removes it.
 */
export function reviewStateOf(
  mark: StoredMark | undefined,
  finding: Pick<RawFinding, 'facts' | 'fingerprint'>,
  today: string,
): FindingState {
  if (!mark?.state) return 'open';
  if (mark.state === 'flagged') return 'flagged';
  // Marks of earlier versions always have the fingerprint.
  const hasSameValues = mark.print === finding.fingerprint || mark.print === valuesHash(finding);
  if (mark.state === 'reviewed') return hasSameValues ? 'reviewed' : 'open';
  const isCovered = hasSameValues || !isWaivedForValues(mark.rule);
  return isCovered && mark.until !== null && today <= mark.until ? 'waived' : 'open';
}

interface Marker {
  readonly user: string;
  /** ISO, UTC. */
  readonly at: string;
}

/** Returns the mark after a request; null if none is left. */
function applyMark(
  finding: RawFinding,
  before: StoredMark | undefined,
  request: MarkRequest,
  { user, at }: Marker,
): StoredMark | null {
  const { rule, key } = finding;
  const { note: previousNote = null, owner = null } = before ?? {};
  const unreviewed = {
    rule,
    key,
    print: valuesHash(finding),
    reason: null,
    until: null,
    note: previousNote,
    user,
    at,
    owner,
  };
  const unmarked = (mark: Omit<StoredMark, 'state'>): StoredMark | null =>
    mark.note === null && mark.owner === null ? null : { ...mark, state: null };
  switch (request.kind) {
    case 'open':
      return unmarked(unreviewed);
    case 'waived':
      return { ...unreviewed, state: 'waived', reason: request.reason, until: request.until };
    case 'note': {
      const note = request.text === '' ? null : request.text;
      // The mark keeps its author and time; a note on an unmarked finding gets its own.
      if (before?.state) return { ...before, note };
      return unmarked({ ...unreviewed, note });
    }
    case 'owner': {
      const newOwner = request.owner === '' ? null : request.owner;
      if (before && (before.state !== null || before.note !== null)) return { ...before, owner: newOwner };
      return unmarked({ ...unreviewed, owner: newOwner });
    }
    default:
      return { ...unreviewed, state: request.kind };
  }
}

interface Change {
  readonly rule: string;
  readonly key: string;
  readonly before: StoredMark | null;
  /** The mark after the change. */
  readonly mark: StoredMark | null;
}

/** The marks of a connection, loaded from the workspace. */
export class ReviewMarks {
  readonly #store: Reviews;
  #byId: Map<string, StoredMark> | undefined;
  readonly #undo = new Map<string, readonly Change[]>();

  constructor(store: Reviews) {
    this.#store = store;
  }

  get all(): ReadonlyMap<string, StoredMark> {
    return this.#known;
  }

  markOf(finding: { readonly rule: string; readonly key: string }): StoredMark | undefined {
    return this.#known.get(findingId(finding));
  }

  /** Discards the marks in memory, which may not match the workspace. */
  forget(): void {
    this.#byId = undefined;
  }

  /** Marks findings; returns the ID for undo. */
  mark(findings: readonly RawFinding[], request: MarkRequest, marker: Marker): string {
    const changes = findings.map((finding): Change => {
      const before = this.markOf(finding);
      const mark = applyMark(finding, before, request, marker);
      return { rule: finding.rule, key: finding.key, before: before ?? null, mark };
    });
    this.#write(changes);
    const name = randomUUID(); // the activity log keeps it longer than this session lasts
    this.#undo.set(name, changes);
    const [oldest] = this.#undo.keys();
    if (this.#undo.size > MAX_UNDO_STEPS && oldest !== undefined) this.#undo.delete(oldest);
    return name;
  }

  /**
   * Undoes an action where its marks are unchanged; returns what was restored. It can be undone again until
   * `removeUndo`, because the transaction may fail.
   */
  undo(name: string): readonly Change[] {
    const changes = (this.#undo.get(name) ?? []).filter(({ mark, ...finding }) =>
      sameJson(this.markOf(finding) ?? null, mark),
    );
    this.#write(changes.map(({ rule, key, before }) => ({ rule, key, before, mark: before })));
    return changes;
  }

  /** Call it once the undo is stored. */
  removeUndo(name: string): void {
    this.#undo.delete(name);
  }

  #write(changes: readonly Change[]): void {
    this.#store.write(changes);
    for (const { rule, key, mark } of changes)
      if (mark) this.#known.set(findingId({ rule, key }), mark);
      else this.#known.delete(findingId({ rule, key }));
  }

  get #known(): Map<string, StoredMark> {
    return (this.#byId ??= new Map(this.#store.all().map((mark) => [findingId(mark), mark])));
  }
}
