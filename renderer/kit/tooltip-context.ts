/** Marks that a tooltip provider stands around, so that a piece shown alone brings its own. */
export const PROVIDED = Symbol('tooltip provider');
