import { takesEmail, type RoiCustodian } from '#contract/features/roi/custodians';
import type { CodeAtCustodian, RoiBatchPage } from '#contract/features/roi/feature';
import { isCustodian } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { EMPTY_DRAFT, advisorFor, fillFromHistory, withSenderCopy } from './steps';

/** Groups codes by custodian in their original order: those requested by email, and all others. */
export function groupByCustodian(codes: readonly CodeAtCustodian[]) {
  const byEmail = new Map<RoiCustodian, string[]>();
  const elsewhere = new Map<string, string[]>();
  const addCode = <K>(all: Map<K, string[]>, key: K, code: string) => {
    const known = all.get(key) ?? [];
    if (!known.includes(code)) all.set(key, [...known, code]);
  };
  for (const [custodian, code] of codes)
    if (isCustodian(custodian) && takesEmail(custodian)) addCode(byEmail, custodian, code);
    else addCode(elsewhere, custodian ?? '', code);
  return { byEmail, elsewhere };
}

/**
 * Creates one draft for each custodian that takes requests by email. It has the names and addresses of the
 * last request to any of them, and the advisor that the custodian's codes were last requested for. The
 * other custodians' codes are saved as planned. Sends nothing.
 */
export async function createBatchDrafts(
  engine: EngineClient,
  codes: readonly CodeAtCustodian[],
): Promise<RoiBatchPage> {
  const { byEmail, elsewhere } = groupByCustodian(codes);
  const requests = [...elsewhere].flatMap(([custodian, custodianCodes]) =>
    isCustodian(custodian) ? [{ custodian, codes: custodianCodes }] : [],
  );
  if (requests.length > 0) await engine.roi.planned.add({ requests });
  const known = await Promise.all(
    [...byEmail].map(async ([custodian, custodianCodes]) => ({
      custodian,
      codes: custodianCodes,
      facts: await engine.roi.custodian({ custodian }),
    })),
  );
  const contacts = known.flatMap(({ facts }) => facts.contacts);
  const people = fillFromHistory(EMPTY_DRAFT, contacts, known[0]?.facts.latestContacts ?? []);
  const drafts: string[] = [];
  for (const { custodian, codes: custodianCodes, facts } of known) {
    const draft = { ...people, step: 'people' as const, custodian, codes: custodianCodes };
    const completeContent = withSenderCopy(
      { ...draft, advisorName: advisorFor(draft, [], facts.advisors) },
      contacts,
    );
    drafts.push((await engine.roi.draft.save({ content: completeContent })).id);
  }
  return { drafts, elsewhere: [...elsewhere] };
}
