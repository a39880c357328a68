import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { backupAbout, rescued, workCounts } from './backups';
import { grant } from './choose';
import { connection, credential, ownerSignIn, reach, serviceAddress } from '../connection';
import { errors, failure } from '../failure';
import { apiKeyListed } from '../resources/api-keys';

const call = oc.errors(errors);
const owner = ownerSignIn.extend({ baseUrl: serviceAddress, authUrl: serviceAddress });

/** Where the saved work of a connection is, which need not be open, and its key. */
export const savedWorkPlace = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  databaseKey: z.string(),
});
export type SavedWorkPlace = z.output<typeof savedWorkPlace>;

/** Everything that is written down for support, as a closed list: a text from elsewhere cannot be one. */
export const logEvent = z.enum([
  'activity.not-written',
  'app-lock.locked',
  'app-lock.off',
  'app-lock.on',
  'app-lock.refused',
  'app-lock.unlocked',
  'api-key.delete',
  'app.start',
  'backup.failed',
  'backup.made',
  'backup.not-restored',
  'backup.rescued',
  'backup.restored',
  'backup.settled',
  'cache.not-mended',
  'cache.put-aside',
  'connection.change',
  'connection.failed',
  'connection.leftovers',
  'connection.wrap-unchecked',
  'connection.keys-left',
  'connection.open',
  'connection.relabel',
  'demo.ended',
  'engine.ended',
  'engine.lock-untold',
  'engine.reopen-failed',
  'engine.requests-ended',
  'engine.start',
  'fee-files.not-compared',
  'fee-files.recovery-failed',
  'history.put-aside',
  'network.ended',
  'page.error',
  'recovery.created',
  'recovery.started-over',
  'recovery.used',
  'refresh.ended',
  'refresh.resource',
  'set-aside.removed',
  'window.ended',
  'window.file-fields-open',
]);
export type LogEvent = z.output<typeof logEvent>;

/** What goes on beside a refresh: each is how many. */
export const underWay = z.object({
  /** Archives being saved or checked. */
  downloads: z.number().int(),
  /** Durable jobs that write to the service. */
  jobs: z.number().int(),
  exports: z.number().int(),
  /** Tax IDs being looked up or tokens being created. */
  lookUps: z.number().int(),
});
export type UnderWay = z.output<typeof underWay>;

/** What the app process asks of the engine; the renderer has no port for it. Secrets pass here and nowhere else. */
export const controlContract = {
  /** Opens the databases of a connection. `databaseKey` is 64 hex digits. */
  open: call
    .input(
      z.object({
        connection,
        credential: credential.nullable(),
        databaseKey: z.string(),
        folder: z.string(),
        /** Where it is noted how far the saved work had come. */
        note: z.string().optional(),
        acceptLoss: z.boolean().optional(),
        freshData: z.boolean().optional(),
        freshHistory: z.boolean().optional(),
      }),
    )
    .output(z.void()),
  close: call.output(z.void()),
  /** What an end of the connection would interrupt. */
  underWay: call.output(underWay),
  setCredential: call.input(credential).output(z.void()),
  /** A path that the person chose and the engine may therefore use. */
  grant: call.input(grant).output(z.void()),
  /** The computer was locked: plain tax ids are forgotten, what asks for them ends, and none is revealed. */
  lock: call.output(z.void()),
  /** Somebody is at the computer again. */
  unlock: call.output(z.void()),
  /** The app's own lock: the window gets nothing more, and what `lock` does happens too. */
  shutWindow: call.output(z.void()),
  openWindow: call.output(z.void()),
  test: call.input(reach).output(z.object({ accounts: z.number().int().nullable() })),
  createKey: call.input(owner.extend({ keyName: z.string() })).output(z.object({ key: z.string() })),
  listKeys: call.input(owner).output(z.array(apiKeyListed)),
  /** Written down in each of the logs. */
  deleteKey: call
    .input(
      owner.extend({
        id: z.union([z.number(), z.string()]),
        keyName: z.string().nullable(),
        logs: z.array(savedWorkPlace),
      }),
    )
    .output(z.void()),
  /** Writes down, for the connection that was made of it, that a key was created. */
  keyCreated: call
    .input(z.object({ username: z.string(), keyName: z.string(), log: savedWorkPlace }))
    .output(z.void()),
  /** Writes what people wrote for a connection into one file under a passphrase; a `daily` one into a folder, by a name
   *  of its own, where the oldest goes. */
  backUp: call
    .input(
      z.object({
        place: savedWorkPlace,
        connection,
        passphrase: z.string(),
        to: z.string(),
        daily: z.boolean(),
      }),
    )
    .output(backupAbout),
  lookAtBackup: call.input(z.object({ file: z.string(), passphrase: z.string() })).output(backupAbout),
  /**
   * Unpacks, migrates and opens a backup in a staging folder within the connection's, which may be open meanwhile; its
   * work is not touched. The app process swaps it in (main/common/work-swap).
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
  /** The same with work that was set aside, under another key or the same. */
  prepareAside: call
    .input(savedWorkPlace.extend({ from: z.string(), oldKey: z.string() }))
    .output(z.object({ staging: z.string() })),
  /** How much saved work a folder holds. */
  countWork: call.input(z.object({ folder: z.string(), databaseKey: z.string() })).output(workCounts),
  /** Writes into the activity log that a restore failed; `cause` is a kind of failure. */
  noteFailedRestore: call
    .input(z.object({ place: savedWorkPlace, of: z.string(), cause: z.string() }))
    .output(z.void()),
  /** Reads what can be read of damaged saved work into a new file. */
  rescue: call.input(savedWorkPlace.extend({ note: z.string() })).output(rescued),
  /** Tells the person of a failure that belongs to nothing on the screen. */
  tell: call.input(failure).output(z.void()),
  /** What the engine needs the app process for. */
  requests: call.output(
    eventIterator(
      z.discriminatedUnion('kind', [
        /** Task bar and dock: 0 to 1, or null for none. */
        z.object({ kind: z.literal('progress'), value: z.number().nullable() }),
        z.object({ kind: z.literal('clipboard'), text: z.string(), html: z.string().optional() }),
        /** A process for plain tax IDs is wanted, or not any more; a port to it comes under its id. */
        z.object({ kind: z.literal('values'), id: z.string(), wanted: z.boolean() }),
        /** Shows a saved file in its folder, or opens it with the program for it. */
        z.object({ kind: z.literal('show-file'), path: z.string() }),
        z.object({ kind: z.literal('open-file'), path: z.string() }),
        /** A connection that was open failed, and did not open again. */
        z.object({ kind: z.literal('closed'), connectionId: z.string(), failure }),
        z.object({
          kind: z.literal('log'),
          event: logEvent,
          data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ]),
    ),
  ),
};
