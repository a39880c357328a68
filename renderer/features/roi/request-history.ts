import type { RoiRequestView } from '#contract/features/roi/calls';

interface RelatedRequest {
  readonly request: RoiRequestView;
  /** The codes that both requests have. */
  readonly sameCodes: readonly string[];
}

/**
 * Returns other requests to the same custodian, latest first; those with any of the same codes come before
 * the rest.
 */
export function historyOf(request: RoiRequestView, all: readonly RoiRequestView[]): RelatedRequest[] {
  const codes = new Set(request.body.advisor_codes);
  const others = all
    .filter(({ id, custodian }) => id !== request.id && custodian === request.custodian)
    .map((other) => ({
      request: other,
      sameCodes: other.body.advisor_codes.filter((code) => codes.has(code)),
    }))
    .sort((a, b) => b.request.day.localeCompare(a.request.day));
  return [
    ...others.filter(({ sameCodes }) => sameCodes.length > 0),
    ...others.filter(({ sameCodes }) => sameCodes.length === 0),
  ];
}
