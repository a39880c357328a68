/** ID of the first fee split; the others follow. Accounts reference splits by ID. */
export const FIRST_SPLIT_ID = 5000;
/** The recipient of each fee split. */
export const SPLIT_RECIPIENTS = [
  'Founding Partner',
  'Introducing Advisor',
  'Planning Team',
  'Solicitor',
  'West Office',
] as const;
