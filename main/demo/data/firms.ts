/** The demo firm and two acquired firms; the owner's key reaches all three (spec 5.1, consolidated firms). */
export const MAIN_FIRM = 39;
export const FIRMS = [
  { id: MAIN_FIRM, name: 'Juniper Harbor Wealth', parent_firm_id: null },
  { id: 41, name: 'Juniper Harbor Wealth West', parent_firm_id: MAIN_FIRM },
  { id: 44, name: "O'Connor & Døving Advisors", parent_firm_id: MAIN_FIRM },
] as const;

export const FIRM_IDS: readonly number[] = FIRMS.map((firm) => firm.id);

/** Returns the index in `FIRMS` of a family's firm, from a drawn number. */
export const firmSlot = (drawn: number): number => {
  const slot = drawn % 100;
  return slot < 80 ? 0 : slot < 95 ? 1 : 2;
};
