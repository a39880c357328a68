import { takesEmail, type RoiCustodian } from '#contract/features/roi/custodians';
import type { CodeAtCustodian, RoiBatchPage } from '#contract/features/roi/feature';
import { isCustodian } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { EMPTY_DRAFT, advisorFor, fillFromHistory, withSenderCopy } from './steps';

/** Groups codes by custodian in their original order: those requested by email, and all others. */
export function groupByCustodian(codes: readonly CodeAtCustodian[]) {
  const byEmail = new Map<RoiCustodian, string[]>();
  const notByEmail = new Map<string, string[]>();
  const addCode = <K>(codesByKey: Map<K, string[]>, key: K, code: string) => {
    const added = codesByKey.get(key) ?? [];
    if (!added.includes(code)) codesByKey.set(key, [...added, code]);
  };
  for (const [custodian, code] of codes)
    if (isCustodian(custodian) && takesEmail(custodian)) addCode(byEmail, custodian, code);
    else addCode(notByEmail, custodian ?? '', code);
  return { byEmail, notByEmail };
}

/**
 * Creates one draft for each custodian that takes requests by email. Each has the names and addresses of the
 * last request to any of them, else to any custodian, and the advisor for whom the custodian's codes were last
 * requested. The codes of other known custodians are saved as planned requests. Sends nothing.
 */
export async function createBatchDrafts(
  engine: EngineClient,
  codes: readonly CodeAtCustodian[],
): Promise<RoiBatchPage> {
  const { byEmail, notByEmail } = groupByCustodian(codes);
  const requests = [...notByEmail].flatMap(([custodian, custodianCodes]) =>
    isCustodian(custodian) ? [{ custodian, codes: custodianCodes }] : [],
  );
  if (requests.length > 0) await engine.roi.planned.add({ requests });
  const emailRequests = await Promise.all(
    [...byEmail].map(async ([custodian, custodianCodes]) => ({
      custodian,
      codes: custodianCodes,
      facts: await engine.roi.custodian({ custodian }),
    })),
  );
  const contacts = emailRequests.flatMap(({ facts }) => facts.contacts);
  const people = fillFromHistory(EMPTY_DRAFT, contacts, emailRequests[0]?.facts.latestContacts ?? []);
  const drafts: string[] = [];
  for (const { custodian, codes: custodianCodes, facts } of emailRequests) {
    const draft = { ...people, step: 'people' as const, custodian, codes: custodianCodes };
    const content = withSenderCopy(
      { ...draft, advisorName: advisorFor(draft, [], facts.advisors) },
      contacts,
    );
    drafts.push((await engine.roi.draft.save({ content })).id);
  }
  return { drafts, notByEmail: [...notByEmail] };
}
