/** Recipients of fee splits; accounts reference splits by ID. */
export const FIRST_SPLIT = 5000;
export const SPLITTERS = [
  'Founding Partner',
  'Introducing Advisor',
  'Planning Team',
  'Solicitor',
  'West Office',
] as const;
