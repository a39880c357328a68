import {
  ROI_STEPS,
  type RoiContact,
  type RoiDraftContent,
  type RoiStep,
} from '../../../preload/contract/calls/roi';
import type { RoiCustodian } from '../../../preload/contract/domain/roi-custodians';
import { advisorCodeText, codeWord } from '../../../preload/contract/fields';
import { NOTHING_TYPED } from './typed';

export const STEP_TITLES: Readonly<Record<RoiStep, string>> = {
  custodian: 'Custodian',
  codes: 'Advisor codes',
  people: 'People',
  emails: 'E-mails',
  preview: 'Preview and send',
};

export const EMPTY_DRAFT: RoiDraftContent = {
  step: 'custodian',
  custodian: null,
  codes: [],
  ownerName: '',
  firmName: '',
  senderName: '',
  cc: [],
  replyTo: [],
  typed: NOTHING_TYPED,
};

/** What a step still needs, in words; empty when it is complete. */
export function missing(draft: RoiDraftContent, step: RoiStep): string[] {
  const needs: string[] = [];
  const need = (isMissing: boolean, words: string) => {
    if (isMissing) needs.push(words);
  };
  if (step === 'custodian')
    need(draft.custodian === null, 'Choose a custodian that takes requests by e-mail.');
  if (step === 'codes') {
    need(draft.codes.length === 0, `Choose or enter at least one ${codeWord(draft.custodian ?? '')}.`);
    need(
      !draft.codes.every((code) => advisorCodeText.safeParse(code).success),
      'Take out the codes that the service does not take.',
    );
    need(draft.typed.codes.trim() !== '', 'Correct or clear the codes that were not taken.');
  }
  if (step === 'people') {
    need(draft.ownerName.trim() === '', 'Enter the representative.');
    need(draft.firmName.trim() === '', 'Enter your firm.');
    need(draft.senderName.trim() === '', 'Enter who sends it.');
  }
  if (step === 'emails') {
    need(draft.replyTo.length === 0, 'Enter at least one address for the custodian’s replies.');
    need(
      (draft.typed.cc + draft.typed.replyTo).trim() !== '',
      'Correct or clear the addresses that were not taken.',
    );
  }
  return needs;
}

/** The first step that needs something; the preview when none does. */
export const firstOpen = (draft: RoiDraftContent): RoiStep =>
  ROI_STEPS.find((step) => step !== 'preview' && missing(draft, step).length > 0) ?? 'preview';

/** Steps before the first open one can be gone to, and that one. */
export const canGoTo = (draft: RoiDraftContent, step: RoiStep): boolean =>
  ROI_STEPS.indexOf(step) <= ROI_STEPS.indexOf(firstOpen(draft));

export const stepAfter = (step: RoiStep): RoiStep => ROI_STEPS[ROI_STEPS.indexOf(step) + 1] ?? step;
export const stepBefore = (step: RoiStep): RoiStep => ROI_STEPS[ROI_STEPS.indexOf(step) - 1] ?? step;

/** Another custodian has other codes. */
export const withCustodian = (draft: RoiDraftContent, custodian: RoiCustodian): RoiDraftContent =>
  draft.custodian === custodian
    ? draft
    : { ...draft, custodian, codes: [], typed: { ...draft.typed, codes: '' } };

/** Fills what is still empty with the people and addresses of the last request to the custodian. */
export function prefilled(draft: RoiDraftContent, contacts: readonly RoiContact[]): RoiDraftContent {
  const last = contacts.reduce<string>(
    (latest, { usedAt }) => (usedAt && usedAt > latest ? usedAt : latest),
    '',
  );
  const used = (role: RoiContact['role']) =>
    contacts.filter((contact) => contact.role === role && contact.usedAt === last && last !== '');
  const name = (now: string, role: RoiContact['role']) => now || (used(role)[0]?.value ?? '');
  const list = (role: RoiContact['role']) =>
    used(role).map(({ value, name: whose }) => ({ address: value, name: whose }));
  // Both lists belong together: somebody who has entered one has begun anew.
  const fresh = draft.cc.length === 0 && draft.replyTo.length === 0;
  return {
    ...draft,
    ownerName: name(draft.ownerName, 'owner'),
    firmName: name(draft.firmName, 'firm'),
    senderName: name(draft.senderName, 'sender'),
    ...(fresh ? { cc: list('cc'), replyTo: list('reply-to') } : {}),
  };
}
