import type { CustodianData } from '#contract/features/service-status/calls';

/**
 * Returns the custodians for which the service reports at least one kind of data as missing. A custodian that the
 * service does not mention is not waited for.
 */
export const missingCustodians = (
  data: readonly CustodianData[] | null,
  custodians: readonly string[],
): readonly string[] =>
  custodians.filter((code) =>
    data?.some(({ custodian, missing }) => custodian === code && missing.length > 0),
  );
