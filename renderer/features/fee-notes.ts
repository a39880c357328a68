/** An assumption that the service does not specify: shown next to every number that depends on it. */
export const DROP_THROUGH_NOTE =
  'Assumes drop-through charges the whole balance at the rate of the tier it falls in; the service doesn’t specify.';
