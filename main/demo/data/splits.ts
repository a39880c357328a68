/** Who shares in fees; accounts name their splits by id. */
export const FIRST_SPLIT = 5000;
export const SPLITTERS = [
  'Founding Partner',
  'Introducing Advisor',
  'Planning Team',
  'Solicitor',
  'West Office',
] as const;
