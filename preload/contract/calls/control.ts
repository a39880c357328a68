import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { backupAbout, rescueResult, workCounts } from '../backup';
import { grant } from './choose';
import { connection, credential, ownerSignIn, connectionTest, serviceAddress } from '../connection';
import { errors, failure } from '../failure';
import { logEvent } from '../log-events';
import { scheduleEnd } from '../features/scheduled-refresh/schemas';
import { permission } from '../policies';
import { teamSecrets } from '../features/team/secrets';
import { listedApiKey } from '../resources/api-keys';

const call = oc.errors(errors);
const owner = ownerSignIn.extend({ baseUrl: serviceAddress, authUrl: serviceAddress });

/** The location and key of a connection's saved work, which need not be open. */
export const savedWorkLocation = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  databaseKey: z.string(),
});
export type SavedWorkLocation = z.output<typeof savedWorkLocation>;

/** Active work besides a refresh, as counts. */
export const activeWork = z.object({
  /** Archives being saved or verified. */
  downloads: z.number().int(),
  /** Durable jobs that write to the service. */
  jobs: z.number().int(),
  exports: z.number().int(),
  /** Tax IDs being looked up or tokens being created. */
  lookups: z.number().int(),
  /** Backups, restores and rescues of saved work. */
  backups: z.number().int(),
});
export type ActiveWork = z.output<typeof activeWork>;

/** What quitting would end: active work, which needs the user's consent, and a refresh, which can be resumed. */
export const unfinishedWork = activeWork.extend({ isRefreshing: z.boolean() });
export type UnfinishedWork = z.output<typeof unfinishedWork>;

/** A request to open a connection. */
export const openRequest = z.object({
  connection,
  credential: credential.nullable(),
  /** 64 hex digits. */
  databaseKey: z.string(),
  /** The folder of this connection's cache.db, history.db and workspace.db. */
  folder: z.string(),
  /** Path of a file outside the folder that records the progress of workspace.db, so that an older copy is noticed. */
  note: z.string().optional(),
  /** True if the user accepts saved work with a part missing. */
  acceptLoss: z.boolean().optional(),
  /** True if the user wants unreadable fetched data quarantined and fetched again. */
  freshData: z.boolean().optional(),
  /** True if the user wants an unreadable change history quarantined; a new one starts empty. */
  freshHistory: z.boolean().optional(),
  /** A policy forbids the connection's addresses: its data opens, and every request fails with `by-policy`. */
  isBlocked: z.boolean().optional(),
  /** Actions that policies forbid; the engine refuses them, too. */
  forbidden: z.array(permission).optional(),
});
export type OpenRequest = Readonly<z.output<typeof openRequest>>;

/** Requests from the engine to the app process. */
export const engineRequest = z.discriminatedUnion('kind', [
  /** Taskbar and dock progress: 0 to 1, or null for none. */
  z.object({ kind: z.literal('progress'), value: z.number().nullable() }),
  z.object({ kind: z.literal('clipboard'), text: z.string(), html: z.string().optional() }),
  /** Starts or stops a process for plain tax IDs; its port arrives under this ID. */
  z.object({ kind: z.literal('values'), id: z.string(), isWanted: z.boolean() }),
  /** Shows a saved file in its folder, or opens it with its program. */
  z.object({ kind: z.literal('show-file'), path: z.string() }),
  z.object({ kind: z.literal('open-file'), path: z.string() }),
  /** Asks whether the keychain can be read; `keychainChecked` has the result. */
  z.object({ kind: z.literal('keychain-check'), id: z.string() }),
  /** Reads, stores or deletes the keys of a connection's team; `teamSecretsAnswered` has the result. */
  z.object({
    kind: z.literal('team-secrets'),
    id: z.string(),
    connectionId: z.string(),
    what: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['read', 'remove']) }),
      z.object({ action: z.literal('write'), secrets: teamSecrets }),
    ]),
  }),
  /** A scheduled refresh ended; the app process shows a system notification. */
  z.object({ kind: z.literal('scheduled-refresh'), end: scheduleEnd }),
  /** A connection that was open failed, and did not open again. */
  z.object({ kind: z.literal('closed'), connectionId: z.string(), failure }),
  z.object({
    kind: z.literal('log'),
    event: logEvent,
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
]);
export type EngineRequest = z.output<typeof engineRequest>;

/**
 * Locks, the stronger one last. `screen-locked`: the computer is locked, asleep or idle, so no plain tax ID may be
 * revealed. `app-locked`: all calls of the window are refused too.
 */
export const lockState = z.enum(['open', 'screen-locked', 'app-locked']);
export type LockState = z.output<typeof lockState>;

/** Calls from the app process to the engine. The renderer has no port for them; secrets pass only here. */
export const controlContract = {
  /** Opens a connection's databases. */
  open: call.input(openRequest).output(z.void()),
  close: call.output(z.void()),
  /** Returns the work that closing the connection would interrupt. */
  pendingWork: call.output(unfinishedWork),
  setCredential: call.input(credential).output(z.void()),
  /** Allows the engine to use a path that the user chose. */
  grant: call.input(grant).output(z.void()),
  /** Sets the lock. Under any lock, the engine forgets plain tax IDs and ends requests for them. */
  setLock: call.input(lockState).output(z.void()),
  test: call.input(connectionTest).output(z.object({ accounts: z.number().int().nullable() })),
  createKey: call.input(owner.extend({ keyName: z.string() })).output(z.object({ key: z.string() })),
  listKeys: call.input(owner).output(z.array(listedApiKey)),
  /** Records the deletion in each connection's log. */
  deleteKey: call
    .input(
      owner.extend({
        id: z.union([z.number(), z.string()]),
        keyName: z.string().nullable(),
        logs: z.array(savedWorkLocation),
      }),
    )
    .output(z.void()),
  /** Records, for the new connection, that a key was created. */
  keyCreated: call
    .input(z.object({ username: z.string(), keyName: z.string(), log: savedWorkLocation }))
    .output(z.void()),
  /**
   * Writes a connection's saved work to one encrypted file. A daily backup (`isDaily`) goes to a folder under a
   * generated name, where the oldest is deleted.
   */
  backUp: call
    .input(
      z.object({
        location: savedWorkLocation,
        connection,
        passphrase: z.string(),
        to: z.string(),
        isDaily: z.boolean(),
        /** Number of daily backups to keep, if a policy sets it. */
        keep: z.int().min(1).optional(),
      }),
    )
    .output(backupAbout),
  previewBackup: call.input(z.object({ file: z.string(), passphrase: z.string() })).output(backupAbout),
  /**
   * Unpacks, migrates and opens a backup in a staging folder of the connection, which may stay open and is
   * not changed. The app process swaps it in (main/common/work-swap).
   */
  prepareRestore: call
    .input(
      z.object({
        file: z.string(),
        passphrase: z.string(),
        folder: z.string(),
        databaseKey: z.string(),
      }),
    )
    .output(z.object({ staging: z.string(), about: backupAbout })),
  /** Does the same with quarantined work, under the same key or a different one. */
  prepareQuarantined: call
    .input(savedWorkLocation.extend({ from: z.string(), oldKey: z.string() }))
    .output(z.object({ staging: z.string() })),
  /** Adds to prepared work what the current work stored since. The connection is closed; the swap follows. */
  addLaterWork: call
    .input(z.object({ folder: z.string(), staging: z.string(), databaseKey: z.string() }))
    .output(z.void()),
  /** Counts the saved work in a folder. */
  countWork: call.input(z.object({ folder: z.string(), databaseKey: z.string() })).output(workCounts),
  /** Writes into the activity log that a restore failed; `cause` is a kind of failure. */
  noteFailedRestore: call
    .input(z.object({ location: savedWorkLocation, madeAt: z.string(), cause: z.string() }))
    .output(z.void()),
  /** Reads damaged saved work into a new file. */
  rescue: call.input(savedWorkLocation.extend({ note: z.string() })).output(rescueResult),
  /** Reports that the computer woke up. */
  notifyWake: call.output(z.void()),
  /** Answers `keychain-check`. */
  keychainChecked: call.input(z.object({ id: z.string(), isReadable: z.boolean() })).output(z.void()),
  /** Answers `team-secrets`. */
  teamSecretsAnswered: call
    .input(z.object({ id: z.string(), secrets: teamSecrets.nullable(), failure: failure.optional() }))
    .output(z.void()),
  /** Reports a failure that does not belong to anything on screen. */
  reportFailure: call.input(failure).output(z.void()),
  /** Requests from the engine to the app process. */
  requests: call.output(eventIterator(engineRequest)),
};
