import type { RoiRequestView } from '#contract/features/roi/calls';

interface Earlier {
  readonly request: RoiRequestView;
  /** The codes that both requests have. */
  readonly sameCodes: readonly string[];
}

/**
 * Returns other requests to the same custodian, latest first; those with any of the same codes come before
 * the rest.
 */
export function historyOf(of: RoiRequestView, all: readonly RoiRequestView[]): Earlier[] {
  const own = new Set(of.body.advisor_codes);
  const others = all
    .filter(({ id, custodian }) => id !== of.id && custodian === of.custodian)
    .map((request) => ({ request, sameCodes: request.body.advisor_codes.filter((code) => own.has(code)) }))
    .sort((a, b) => b.request.day.localeCompare(a.request.day));
  return [
    ...others.filter(({ sameCodes }) => sameCodes.length > 0),
    ...others.filter(({ sameCodes }) => sameCodes.length === 0),
  ];
}
