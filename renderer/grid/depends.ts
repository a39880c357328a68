/**
 * Names, in an effect or a getter, the reactive values that it depends on beyond those it uses: evaluating the
 * arguments is the purpose, e.g. `dependsOn(live.version)`.
 */
export const dependsOn = (...values: readonly unknown[]): number => values.length;
