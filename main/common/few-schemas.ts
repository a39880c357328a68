/**
 * Schemas of this process check as they are: compiled to code first, as zod does by itself, they are quicker from some
 * dozens of records on, and here each is asked once or twice. Schemas decide when they are made, so this comes before they
 * are loaded, by the object that zod keeps its settings in.
 */
export const skipCompiling = (): void => {
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
};
