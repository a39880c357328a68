/**
 * Turns off zod's schema compilation for this process. Compiling pays off only after dozens of checks, and
 * this process runs each schema once or twice. Call it before any schema loads: zod reads the setting when a
 * schema is created.
 */
export const disableSchemaCompilation = (): void => {
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
};
