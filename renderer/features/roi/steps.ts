import {
  ROI_STEPS,
  type RoiContact,
  type RoiDraftContent,
  type RoiStep,
} from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { RoiCustodian } from '#contract/features/roi/custodians';
import { advisorCodeText, advisorCodeTerm } from '#contract/fields';
import { uniqueAddresses } from './addresses';
import { NO_INPUT } from './parse-input';

/** Names that the user enters. */
const PEOPLE = ['advisorName', 'firmName', 'senderName'] as const;
export type PersonField = (typeof PEOPLE)[number];

/** Messages for missing names. */
export const PERSON_NEEDS: Readonly<Record<PersonField, string>> = {
  advisorName: 'Enter the advisor.',
  firmName: 'Enter your firm.',
  senderName: 'Enter the sender.',
};

export const ADDRESS_NEEDS = {
  replyTo: 'Enter at least one reply-to address.',
  cc: 'Enter at least one CC address.',
} as const;

export const STEP_TITLES: Readonly<Record<RoiStep, string>> = {
  custodian: 'Custodian',
  codes: 'Advisor codes',
  people: 'People',
  emails: 'Emails',
  preview: 'Preview and send',
};

export const EMPTY_DRAFT: RoiDraftContent = {
  step: 'custodian',
  custodian: null,
  codes: [],
  advisorName: '',
  firmName: '',
  senderName: '',
  cc: [],
  replyTo: [],
  typed: NO_INPUT,
};

/** Returns what the user must still enter or correct in a step, one sentence each; empty if it is complete. */
export function needsOfStep(draft: RoiDraftContent, step: RoiStep): string[] {
  const needs: string[] = [];
  const need = (isMissing: boolean, message: string) => {
    if (isMissing) needs.push(message);
  };
  if (step === 'custodian')
    need(draft.custodian === null, 'Select a custodian that takes requests by email.');
  if (step === 'codes') {
    need(draft.codes.length === 0, `Select or enter at least one ${advisorCodeTerm(draft.custodian ?? '')}.`);
    need(
      !draft.codes.every((code) => advisorCodeText.safeParse(code).success),
      'Remove the codes that have characters other than letters, digits, hyphens and underscores.',
    );
    need(draft.typed.codes.trim() !== '', 'Correct or clear the codes that were not added.');
  }
  if (step === 'people') for (const name of PEOPLE) need(draft[name].trim() === '', PERSON_NEEDS[name]);
  if (step === 'emails') {
    need(draft.replyTo.length === 0, ADDRESS_NEEDS.replyTo);
    need(draft.cc.length === 0, ADDRESS_NEEDS.cc);
    need(
      (draft.typed.cc + draft.typed.replyTo).trim() !== '',
      'Correct or clear the addresses that were not added.',
    );
  }
  return needs;
}

/** Returns the first incomplete step, or the preview. */
export const firstIncompleteStep = (draft: RoiDraftContent): RoiStep =>
  ROI_STEPS.find((step) => step !== 'preview' && needsOfStep(draft, step).length > 0) ?? 'preview';

/** Returns true for steps up to the first incomplete one. */
export const canGoTo = (draft: RoiDraftContent, step: RoiStep): boolean =>
  ROI_STEPS.indexOf(step) <= ROI_STEPS.indexOf(firstIncompleteStep(draft));

export const stepAfter = (step: RoiStep): RoiStep => ROI_STEPS[ROI_STEPS.indexOf(step) + 1] ?? step;
export const stepBefore = (step: RoiStep): RoiStep => ROI_STEPS[ROI_STEPS.indexOf(step) - 1] ?? step;

/** Sets the custodian; a different one clears the codes and advisor, which belong to the previous one. */
export const withCustodian = (draft: RoiDraftContent, custodian: RoiCustodian): RoiDraftContent =>
  draft.custodian === custodian
    ? draft
    : { ...draft, custodian, codes: [], advisorName: '', typed: { ...draft.typed, codes: '' } };

/**
 * Returns the only advisor that the known codes were last requested for; null if there is none or several.
 */
function advisorOf(codes: readonly string[], advisors: Advisors): string | null {
  const names = new Set(codes.flatMap((code) => advisors[code] ?? []));
  const [only = null] = names;
  return names.size === 1 ? only : null;
}

/** The advisor that each code was last requested for. */
type Advisors = Readonly<Record<string, string>>;

/**
 * Returns the remembered advisor of the chosen codes, or an empty text. A typed name stays; a name that came
 * from `previousCodes` is replaced.
 */
export function advisorFor(
  draft: RoiDraftContent,
  previousCodes: readonly string[],
  advisors: Advisors,
): string {
  const isFromCodes = draft.advisorName === '' || draft.advisorName === advisorOf(previousCodes, advisors);
  return isFromCodes ? (advisorOf(draft.codes, advisors) ?? '') : draft.advisorName;
}

/**
 * Returns the step in which a refused request can be corrected: the first one with a field that the reasons name,
 * else the codes.
 */
export function stepOfReasons(reasons: readonly string[]): RoiStep {
  const steps = Object.entries<RoiStep>(FIELD_STEPS);
  return steps.find(([field]) => reasons.some((reason) => reason.includes(field)))?.[1] ?? 'codes';
}
const FIELD_STEPS: Readonly<Record<keyof RoiRequestView['body'], RoiStep>> = {
  custodian: 'custodian',
  advisor_codes: 'codes',
  owner_name: 'people',
  firm_name: 'people',
  sender_name: 'people',
  cc_emails: 'emails',
  reply_to_emails: 'emails',
};

/**
 * Adds the sender's address as CC if the draft has none: the reply-to address or contact with the sender's name.
 */
export function withSenderCopy(draft: RoiDraftContent, contacts: readonly RoiContact[]): RoiDraftContent {
  const sender = draft.senderName.trim().toLowerCase();
  if (draft.cc.length > 0 || draft.typed.cc.trim() !== '' || sender === '') return draft;
  const known = [
    ...draft.replyTo,
    ...contacts
      .filter(({ role }) => role === 'cc' || role === 'reply-to')
      .map(({ value, name }) => ({ address: value, name })),
  ];
  const senderContact = known.find(({ name }) => name?.trim().toLowerCase() === sender);
  return senderContact ? { ...draft, cc: [senderContact] } : draft;
}

/**
 * Fills empty fields with the names and addresses of the last request to the custodian; if there is none, of
 * the last request to any custodian; if there was no request, with the contacts added for this custodian. The
 * advisor depends on the codes (see advisorFor).
 */
export function fillFromHistory(
  draft: RoiDraftContent,
  custodianContacts: readonly RoiContact[],
  latestContacts: readonly RoiContact[],
): RoiDraftContent {
  const usesCustodianContacts = latestContacts.length === 0 || custodianContacts.some(({ usedAt }) => usedAt);
  const contacts = usesCustodianContacts ? custodianContacts : latestContacts;
  const lastUsedAt = contacts.reduce<string>(
    (latest, { usedAt }) => (usedAt && usedAt > latest ? usedAt : latest),
    '',
  );
  const contactsOf = (role: RoiContact['role']) =>
    contacts.filter((contact) => contact.role === role && (contact.usedAt ?? '') === lastUsedAt);
  const name = (typedName: string, role: RoiContact['role']) =>
    typedName || (contactsOf(role)[0]?.value ?? '');
  // The contacts may be those of several custodians, which often share an address.
  const list = (role: RoiContact['role']) =>
    uniqueAddresses(
      contactsOf(role).map(({ value, name: contactName }) => ({ address: value, name: contactName })),
    );
  // Both lists belong together: one entered address means the user has started over.
  const hasNoAddresses = draft.cc.length === 0 && draft.replyTo.length === 0;
  return {
    ...draft,
    firmName: name(draft.firmName, 'firm'),
    senderName: name(draft.senderName, 'sender'),
    ...(hasNoAddresses ? { cc: list('cc'), replyTo: list('reply-to') } : {}),
  };
}
