/**
 * The public keys of releases (SPKI, base64): the current one and the next one. Empty until the owner of the
 * releases makes them (`npm run sign-update -- new-key`); such a build looks for no updates.
 */
export const UPDATE_KEYS: readonly string[] = [];
