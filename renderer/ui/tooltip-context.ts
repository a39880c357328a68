/** Marks that a tooltip provider exists; a component shown alone then creates its own. */
export const PROVIDED = Symbol('tooltip provider');
