import { z } from 'zod';
import { POLICIES } from './policies';

/** Reasons why a verified manifest offers no update. */
export const noUpdateReason = z.enum(['up-to-date', 'older', 'held', 'not-in-rollout', 'too-old-to-update']);
export type NoUpdateReason = z.output<typeof noUpdateReason>;

/** Reasons why a manifest was refused. */
export const refusalReason = z.enum([
  'not-a-manifest',
  'wrong-key',
  'expired',
  'not-yet-valid',
  'replayed',
  'no-file',
]);
export type RefusalReason = z.output<typeof refusalReason>;

export const downloadFailure = z.enum([
  'unreachable',
  'refused-by-server',
  'too-large',
  'altered',
  'disk-full',
  /** Something on this computer kept a file from being written. */
  'not-stored',
  'stopped',
]);
export type DownloadFailure = z.output<typeof downloadFailure>;

const checkedAt = z.iso.datetime();
/** The known state of updates. */
export const updateState = z.discriminatedUnion('kind', [
  /** `no-keys`: this build cannot verify a manifest, so it requests none, whatever the setting. */
  z.object({ kind: z.enum(['off', 'no-keys', 'not-checked', 'checking']) }),
  z.object({ kind: z.literal('none'), reason: noUpdateReason, checkedAt }),
  z.object({ kind: z.literal('available'), version: z.string(), checkedAt }),
  /** Downloaded and verified; installed when the app quits. `hasFailed`: an earlier attempt to install it failed. */
  z.object({ kind: z.literal('ready'), version: z.string(), hasFailed: z.boolean(), checkedAt }),
  z.object({ kind: z.literal('failed'), reason: z.union([refusalReason, downloadFailure]), checkedAt }),
]);
export type UpdateState = z.output<typeof updateState>;

/** The user's choice about updates, with the range of the policies `Updates` and `UpdateAddress`. */
export const updateChoice = z.object({
  mode: POLICIES.Updates.value,
  /** Folder of the list of versions: https, or empty for none. */
  address: POLICIES.UpdateAddress.value,
});
export type UpdateChoice = z.output<typeof updateChoice>;

/** The choice that applies: the policies', or else the user's. */
export const updateSettingState = updateChoice.extend({
  isModeManaged: z.boolean(),
  isAddressManaged: z.boolean(),
  /** False if the app cannot replace itself on this computer; `install` then only notifies. */
  canInstall: z.boolean(),
});
export type UpdateSettingState = z.output<typeof updateSettingState>;
