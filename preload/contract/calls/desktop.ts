import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import {
  applicationKind,
  connectionChange,
  connectionId,
  credential,
  newConnection,
  ownerSignIn,
  reach,
  serviceAddress,
} from '../connection';
import { appLockContract } from './app-lock';
import { backupsContract } from './backups';
import { chosen, choiceRequest } from './choose';
import { errors } from '../failure';
import { PLACES, type PlaceCommand } from '../places';
import { session } from './live';
import { apiKeyListed } from '../resources/api-keys';

const call = oc.errors(errors);

/** Menu entries and shortcuts that the renderer carries out: actions, and places to go. */
const ACTION_COMMANDS = [
  'palette',
  'shortcuts',
  'find',
  'refresh',
  'cancel-refresh',
  'close-connection',
  'lock',
  'back',
  'forward',
  'toggle-sidebar',
  'record-panel',
  'about',
] as const;
export type Command = (typeof ACTION_COMMANDS)[number] | PlaceCommand;
export const COMMANDS: readonly Command[] = [...ACTION_COMMANDS, ...PLACES.map((place) => place.command)];
export const command = z.enum(COMMANDS as [Command, ...Command[]]);

/** Minutes without input after which the computer counts as locked; `never`: only when its screen locks. */
export const idleLock = z.enum(['never', '5', '15', '30']);
export type IdleLock = z.output<typeof idleLock>;

/** The window lost or got the focus; the computer was locked, sent to sleep or left alone; a person came back. */
export const presence = z.enum(['focus', 'blur', 'lock', 'unlock']);
export type Presence = z.output<typeof presence>;

/** What only the app process can do, over its own message port. */
export const desktopContract = {
  /** The current session, then every change of it. */
  session: call.output(eventIterator(session)),
  /** Commands chosen in the native menu. */
  commands: call.output(eventIterator(command)),
  /** Commands that would do nothing now: the native menu shows them grayed. All others can be chosen. */
  idle: call.input(z.array(command)).output(z.void()),
  /** Proves that the keychain works; fails with one of the keychain failures within five seconds. */
  keychain: call.output(z.void()),

  connections: {
    /** Asks the service for one account with this credential; keeps nothing. */
    test: call.input(reach).output(z.object({ accounts: z.number().int().nullable() })),
    /** Keeps the connection and its credential, and opens it. With `owner`, first lets the service make a key. */
    create: call.input(newConnection).output(z.object({ id: z.string() })),
    /** The demo firm, served from inside the app. */
    demo: call.input(z.object({ application: applicationKind })).output(z.object({ id: z.string() })),
    /** Lets a night pass at the demo firm that is open. */
    demoNight: call.output(z.void()),
    /**
     * With `acceptLoss`, what is there of its saved work, though a part is missing; with `freshData`, the data that was fetched
     * is put aside, to be fetched again; with `freshHistory` the history of changes is, and a new one begun.
     */
    open: call
      .input(
        z.object({
          id: connectionId,
          acceptLoss: z.boolean().optional(),
          freshData: z.boolean().optional(),
          freshHistory: z.boolean().optional(),
        }),
      )
      .output(z.void()),
    close: call.output(z.void()),
    /**
     * Changes its name, addresses, kind or read-only; it is opened again where that matters. Fails as
     * `credential-refused` when another host is to be reached and no credential is given for it.
     */
    change: call.input(connectionChange).output(z.void()),
    /** Corrects what an application is said to be; credential, data and saved work stay. */
    relabel: call.input(z.object({ id: connectionId, application: applicationKind })).output(z.void()),
    /** Puts another credential in the keychain and gives it to the engine. */
    replaceCredential: call.input(z.object({ id: connectionId, credential })).output(z.void()),
    /** Deletes the local copy, the saved work and the keychain entries of a connection. */
    remove: call.input(z.object({ id: connectionId })).output(z.void()),
    /** Deletes from the keychain what it still holds of removed connections (`keysLeft` of the session). */
    finishRemovals: call.output(z.void()),
  },

  /** The firm's API keys, seen after signing in as the owner; values are never shown. */
  apiKeys: {
    list: call
      .input(ownerSignIn.extend({ baseUrl: serviceAddress, authUrl: serviceAddress }))
      .output(z.array(apiKeyListed)),
    remove: call
      .input(
        ownerSignIn.extend({
          baseUrl: serviceAddress,
          authUrl: serviceAddress,
          id: z.union([z.number(), z.string()]),
          /** For the activity log. */
          keyName: z.string().nullable(),
        }),
      )
      .output(z.void()),
  },

  appLock: appLockContract,

  backups: backupsContract,

  /** What is left when the keychain has lost the key of saved work. */
  recovery: {
    /** Whether a connection has a phrase. */
    has: call.input(z.object({ id: connectionId })).output(z.boolean()),
    /** A new phrase in the place of an earlier one; it is kept nowhere. */
    create: call.input(z.object({ id: connectionId })).output(z.object({ phrase: z.string() })),
    /** Opens saved work with its phrase, also work that was put aside; fails as `recovery-refused`. */
    unlock: call.input(z.object({ id: connectionId, phrase: z.string().min(1).max(100) })).output(z.void()),
    /** Puts work aside whose key is lost, and begins with nothing. */
    startOver: call.input(z.object({ id: connectionId })).output(z.void()),
  },

  about: call.output(
    z.object({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      /** The computer's name, which new API keys are named for. */
      computer: z.string(),
      dataFolder: z.string(),
    }),
  ),
  theme: {
    get: call.output(z.enum(['system', 'light', 'dark'])),
    set: call.input(z.enum(['system', 'light', 'dark'])).output(z.void()),
  },
  /** Prints what the page has for paper, and nothing else of it (the window's styles for print say what that is). */
  print: {
    /** To a PDF file that was chosen (`record-pdf`). Fails as `file-not-saved`. */
    pdf: call.input(z.object({ grant: z.string() })).output(z.void()),
    /** By the system's own dialog; answers whether it was sent to a printer. */
    paper: call.output(z.object({ printed: z.boolean() })),
  },
  idleLock: { get: call.output(idleLock), set: call.input(idleLock).output(z.void()) },
  openLog: call.output(z.void()),
  /** The system's dialog; empty when it was dismissed. */
  choose: call.input(choiceRequest).output(z.array(chosen)),
  /** Whether somebody is likely to be at the screen: plain tax ids are hidden when not. */
  presence: call.output(eventIterator(presence)),
};
