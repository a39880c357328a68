import type { CustodianData } from '#contract/features/service-status/calls';

/**
 * Returns those of the custodians whose data has not arrived: one kind of it is announced as missing. A
 * custodian that the service does not mention is not waited for.
 */
export const missingCustodians = (
  data: readonly CustodianData[] | null,
  custodians: readonly string[],
): readonly string[] =>
  custodians.filter((code) =>
    data?.some(({ custodian, missing }) => custodian === code && missing.length > 0),
  );
