/**
 * Declares further reactive dependencies of an effect or getter: reading the arguments is the purpose, e.g.
 * `dependsOn(live.version)`. The result is not used; it only gives the function a body.
 */
export const dependsOn = (...values: readonly unknown[]): number => values.length;
