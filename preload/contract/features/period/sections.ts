import { z } from 'zod';
import type { ResourceName } from '../../resources';
import { TERMS_RESULTS } from '../agreed-terms/schemas';
import { replacedMark } from '../fee-history/schemas';
import { resourceName } from '../../resource-name';
import { decision, fileOutcome } from '../reconcile/schemas';
import { advanceBilling, refundState } from '../refunds/cases';
import { ruleId } from '../review/schemas';
import { periodId, sectionName, sampleVerdict, signatureApproval } from './schemas';

/** Who did something, and when (ISO, UTC). */
const attribution = z.object({ by: z.string(), at: z.string() });
export type Attribution = z.output<typeof attribution>;

/** The values that are compared with the setup copy of the last signature. */
export const SETUP_FIELDS = [
  'structures',
  'method',
  'household',
  'firstBillable',
  'group',
  'payer',
  'terms',
  'added',
  'removed',
] as const;
export const setupField = z.enum(SETUP_FIELDS);
export type SetupField = z.output<typeof setupField>;

/** A difference between the setup copy and the current setup. IDs and values as text; null for none. */
export const setupChange = z.object({
  field: setupField,
  /** What changed: an account, or a fee structure. */
  resource: z.enum(['accounts', 'feeStructures']),
  key: z.string(),
  /** The name to show. */
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SetupChange = z.output<typeof setupChange>;

/** Maximum number of setup changes on the screen; the pack has all. */
export const MAX_SHOWN_CHANGES = 200;

/**
 * The progress of a fee file of the period; `signed` is the last state. `unlisted`: the service no longer lists the
 * file; `replaced`: nor does it count, as a user marked it. `lost`: the saved file is missing or changed.
 */
export const periodFileState = z.enum([
  'unlisted',
  'replaced',
  'unsaved',
  'lost',
  'unreconciled',
  'unsigned',
  'rejected',
  'signed',
]);

/** How a fee file compares with the setup: the findings of FILE_RULES, or why there was no comparison. */
export const fileComparison = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('not-compared'),
    /** The file has no lines on this computer, is not of the latest period, was not checked yet, or was replaced. */
    why: z.enum(['no-lines', 'earlier-period', 'not-checked', 'replaced']),
  }),
  z.object({
    state: z.literal('compared'),
    /** Findings that name the file: open or flagged, and waived or reviewed. */
    open: z.int(),
    closed: z.int(),
    /** Rules that could not run for lack of data. */
    unchecked: z.int(),
  }),
]);
export type FileComparison = z.output<typeof fileComparison>;

export const periodFile = z.object({
  fileId: z.string(),
  state: periodFileState,
  /** The total of its record, as decimal text. */
  debit: z.string().nullable(),
  outcome: fileOutcome.nullable(),
  decision: decision.nullable(),
  sha256: z.string().nullable(),
  /** The mark of a replaced file; not part of the section's hash. Absent in other states. */
  replaced: replacedMark.exactOptional(),
  /** Not part of the section's hash, because the findings section has the same findings. */
  comparison: fileComparison,
});
export type PeriodFile = z.output<typeof periodFile>;

const counts = z.object({
  open: z.int(),
  flagged: z.int(),
  waived: z.int(),
  reviewed: z.int(),
});

/** How a sample was drawn, so that it can be repeated (main/engine/features/period/sample.ts). */
const drawnSample = z.object({
  seed: z.string(),
  /** Number of accounts drawn; accounts chosen by hand are extra. */
  size: z.int(),
  /** Number of billed accounts that it was drawn from, and the SHA-256 of their sorted keys. */
  population: z.int(),
  populationSha256: z.string(),
  ...attribution.shape,
});
export type DrawnSample = z.output<typeof drawnSample>;

/** An account of the sample. The data that the reviewer saw is stored with the verdict. */
export const sampleItem = z.object({
  account: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  isChosen: z.boolean(),
  /** Exact decimal text; null if no line on this computer bills it, or an amount could not be read. */
  debit: z.string().nullable(),
  verdict: sampleVerdict.nullable(),
  reason: z.string(),
  judged: attribution.nullable(),
  /** The verdict is about another debit. Absent if not, and in what earlier versions signed; not part of the hash. */
  isOutdated: z.literal(true).exactOptional(),
});
export type SampleItem = z.output<typeof sampleItem>;

export const periodStep = z.object({
  id: z.int(),
  title: z.string(),
  done: attribution.extend({ note: z.string() }).nullable(),
});
export type PeriodStep = z.output<typeof periodStep>;

/** The findings of some rules of the review queue. */
const ruleFacts = {
  /** When the rules last ran; null: not yet. */
  checkedAt: z.string().nullable(),
  counts,
  /** Rules with a finding. */
  rules: z.array(z.object({ rule: ruleId, counts })),
  /** Rules that could not run for lack of data. */
  unchecked: z.array(ruleId),
  /** SHA-256 of every finding with its state, and with its values if it is open or flagged. */
  sha256: z.string(),
};

/** Of a section that is computed from lists. */
const listFacts = {
  /** Not determined: one of the lists is not completely on this computer. Absent if all are; never signed. */
  isIncomplete: z.literal(true).exactOptional(),
  /** Not determined: the service refused these lists, so that no refresh brings them. Absent if none. */
  refused: z.array(resourceName).exactOptional(),
};

/** The facts of each section. Their times are not part of its hash. */
const sectionFacts = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('setup'),
    ...listFacts,
    /** The signature whose copy it is compared with; null if there is none before this period. */
    since: z.object({ endDate: z.string(), signedAt: z.string() }).nullable(),
    /**
     * An earlier period is signed, but only on another computer, a colleague's or the user's. Absent if not, and in what
     * is signed or approved; not part of the hash.
     */
    isSignedByColleague: z.literal(true).exactOptional(),
    total: z.int(),
    byField: z.array(z.object({ field: setupField, count: z.int() })),
    changes: z.array(setupChange),
    /** SHA-256 of all changes. */
    sha256: z.string(),
  }),
  z.object({ name: z.literal('findings'), ...ruleFacts }),
  z.object({ name: z.literal('files'), ...listFacts, files: z.array(periodFile) }),
  z.object({ name: z.literal('cash'), ...ruleFacts }),
  z.object({
    name: z.literal('refunds'),
    ...listFacts,
    /** Null: the firm has not decided which interval advance billing bills, so there are no cases. */
    advance: advanceBilling.nullable(),
    counts: z.record(refundState, z.int()),
    /** SHA-256 of every case with its amounts and decision. */
    sha256: z.string(),
  }),
  z.object({
    name: z.literal('terms'),
    ...listFacts,
    counts: z.record(z.enum(TERMS_RESULTS), z.int()),
    agreements: z.int(),
    /** SHA-256 of every account with its result, what was agreed, and how the setup differs. */
    sha256: z.string(),
  }),
  z.object({
    name: z.literal('sample'),
    ...listFacts,
    drawn: drawnSample.nullable(),
    items: z.array(sampleItem),
  }),
  z.object({ name: z.literal('steps'), steps: z.array(periodStep) }),
]);
export type SectionFacts = z.output<typeof sectionFacts>;

/** Returns whether a section is not determined because one of its lists is not completely on this computer. */
export const hasIncompleteLists = (facts: SectionFacts): boolean => 'isIncomplete' in facts;

/** Returns the lists without which a section is not determined, because the service refused them. */
export const refusedLists = (facts: SectionFacts): readonly ResourceName[] =>
  'refused' in facts ? (facts.refused ?? []) : [];

/** Returns whether a section is not determined for lack of lists. */
export const lacksLists = (facts: SectionFacts): boolean =>
  hasIncompleteLists(facts) || refusedLists(facts).length > 0;

/** `done`: by its facts, or by a check-off that holds; `unknown`: not determined, for lack of data. */
export const sectionState = z.enum(['open', 'unknown', 'done']);
export type SectionState = z.output<typeof sectionState>;

export const periodSection = z.object({
  facts: sectionFacts,
  state: sectionState,
  /** The last check-off. `holds`: whether the facts are unchanged since; null if this computer can't compare them. */
  checked: attribution.extend({ note: z.string(), holds: z.boolean().nullable() }).nullable(),
  /** SHA-256 of the facts without times. */
  sha256: z.string(),
});
export type PeriodSection = z.output<typeof periodSection>;

/** A signed period. */
export const periodSignature = z.object({
  id: z.int(),
  ...periodId.shape,
  signedAt: z.string(),
  /** The user's name: of the team's member, or of the operating system's user. */
  signedBy: z.string(),
  note: z.string(),
  /** SHA-256 of the signed content. */
  contentSha256: z.string(),
  /** Null: none was required. */
  approval: signatureApproval.nullable(),
  seal: z.string(),
});
export type PeriodSignature = z.output<typeof periodSignature>;

export const signedPeriod = periodSignature.extend({
  /** `changed`: sections have changed since. `broken`: the stored data is not what was signed. */
  state: z.enum(['holds', 'changed', 'broken']),
  /** The sections that changed since. */
  changed: z.array(sectionName),
  /** The sections that were not done when it was signed. */
  open: z.array(sectionName),
  /** The team's rules required an approval when the signature reached the log, and the log has none. */
  isUnapproved: z.boolean(),
});
export type SignedPeriod = z.output<typeof signedPeriod>;

/** A colleague’s signature. What it covers stays on the colleague’s computer. */
export const colleagueSignature = z.object({
  by: z.string(),
  signedAt: z.string(),
  /** Null: it has digits that could be a tax ID. */
  note: z.string().nullable(),
  seal: z.string(),
  /** The sections that were not done when it was signed. */
  open: z.array(sectionName),
  /** `note-withheld`: without the note, the seal can’t be verified. */
  state: z.enum(['holds', 'note-withheld', 'seal-broken']),
  /** The approval that the log has. */
  approval: signatureApproval.nullable(),
  /** The team's rules required an approval when it reached the log, and the log has none: it does not count. */
  isUnapproved: z.boolean(),
});
export type ColleagueSignature = z.output<typeof colleagueSignature>;

export const period = z.object({
  ...periodId.shape,
  sections: z.array(periodSection),
  /** The newest signature of this computer; null: not signed here. */
  signature: signedPeriod.nullable(),
  /** Signatures of colleagues, the newest first. */
  colleagues: z.array(colleagueSignature),
  /** The sections that are not done, in the order of the work. */
  left: z.array(sectionName),
  /** Custodian totals of the period's reconciled files, as decimal text. */
  custodians: z.array(z.object({ custodian: z.string(), sum: z.string() })),
  debit: z.string().nullable(),
  /** When accounts were last complete; ISO, UTC. */
  accountsAsOf: z.string().nullable(),
});
export type Period = z.output<typeof period>;

/** A period that a colleague requested approval to sign, with the hashes of everything that the signature covers. */
export const periodToSign = z.object({
  period: period.omit({ signature: true, colleagues: true }),
  /** The note of the signature. */
  note: z.string(),
  /** SHA-256 of the lists behind the sections, of the copy of the setup, and of all the content: not of the note. */
  tablesSha256: z.string(),
  setupSha256: z.string(),
  contentSha256: z.string(),
});
export type PeriodToSign = z.output<typeof periodToSign>;
