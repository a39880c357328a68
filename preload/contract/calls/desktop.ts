import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import {
  applicationKind,
  connectionChange,
  connectionId,
  credential,
  newConnection,
  ownerSignIn,
  connectionTest,
  serviceAddress,
} from '../connection';
import { appLockContract, typedRecoveryCode } from './app-lock';
import { backupsContract } from './backups';
import { chosenFile, choiceRequest } from './choose';
import { sampleSheetName } from './demo-samples';
import { errors } from '../failure';
import { SCREENS, type ScreenCommand } from '../screens';
import { linksContract } from '../links/links';
import { policyState } from '../policies';
import { updateChoice, updateSettingState, updateState } from '../updates';
import { session } from './live';
import { listedApiKey } from '../resources/api-keys';

const call = oc.errors(errors);

/** Menu commands and shortcuts that the renderer executes, except those that open a screen. */
const ACTION_COMMANDS = [
  'palette',
  'shortcuts',
  'find',
  'refresh',
  'refresh-all',
  'cancel-refresh',
  'close-connection',
  'lock',
  'back',
  'forward',
  'copy-link',
  'toggle-sidebar',
  'record-panel',
  'about',
] as const;
export type Command = (typeof ACTION_COMMANDS)[number] | ScreenCommand;
export const COMMANDS: readonly Command[] = [...ACTION_COMMANDS, ...SCREENS.map((screen) => screen.command)];
export const command = z.enum(COMMANDS as [Command, ...Command[]]);

/** Idle minutes after which the computer counts as locked; `never`: only when its screen locks. */
export const idleLock = z.enum(['never', '5', '15', '30']);
export type IdleLock = z.output<typeof idleLock>;

/** Window focus changed; the computer was locked, suspended or left idle; the user returned. */
export const presence = z.enum(['focus', 'blur', 'lock', 'unlock']);
export type Presence = z.output<typeof presence>;

export const backgroundState = z.object({
  /** Closing the window leaves the app in the tray or menu bar. */
  tray: z.boolean(),
  atLogin: z.boolean(),
  /** False for an app that is not installed. */
  canStartAtLogin: z.boolean(),
});
export type BackgroundState = z.output<typeof backgroundState>;

/** Texts in the margins of a printed page, besides the firm and the page number. */
export const printFrame = z.object({
  /** The record or report, at the top. */
  title: z.string().max(500),
  /** When it was printed, at the bottom. */
  date: z.string().max(200),
  /** On the long side of the paper. */
  isLandscape: z.boolean().optional(),
});
export type PrintFrame = z.output<typeof printFrame>;

/** Calls that only the app process can serve, over a separate message port. */
export const desktopContract = {
  /** Yields the current session, then every change. */
  session: call.output(eventIterator(session)),
  /** Yields commands chosen in the native menu. */
  commands: call.output(eventIterator(command)),
  /** Sets the commands that have no effect now; the native menu disables them. */
  setInactiveCommands: call.input(z.array(command)).output(z.void()),
  /** Reports whether the window has unsaved input; no update is installed then. */
  setEditing: call.input(z.boolean()).output(z.void()),
  /** Reports whether a form has changes that it is about to save; quitting waits for them, but not for long. */
  setSavePending: call.input(z.boolean()).output(z.void()),
  /** Writes, reads and removes a test entry in the keychain; each step fails after five seconds without an answer. */
  keychain: call.output(z.void()),

  connections: {
    /** Requests one account with this credential; stores nothing. */
    test: call.input(connectionTest).output(z.object({ accounts: z.number().int().nullable() })),
    /** Stores the connection and its credential, and opens it. With `owner`, first creates an API key. */
    create: call.input(newConnection).output(z.object({ id: z.string() })),
    /** Opens the demo firm, served by the app itself. */
    demo: call.input(z.object({ application: applicationKind })).output(z.object({ id: z.string() })),
    /** Simulates one night at the open demo firm. */
    demoNight: call.output(z.void()),
    /** Writes a spreadsheet of the open demo firm that can be imported, as CSV, to a chosen file. */
    saveDemoSample: call.input(z.object({ sheet: sampleSheetName, grant: z.string() })).output(z.void()),
    /**
     * `acceptLoss` opens saved work although part of it is missing; `freshData` quarantines the fetched data
     * and fetches again; `freshHistory` quarantines the change history and starts a new one.
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
     * Changes name, addresses, kind or read-only, and reopens the connection if needed. Fails with
     * `credential-refused` for a different host without a new credential.
     */
    change: call.input(connectionChange).output(z.void()),
    /** Corrects the application kind; credential, data and saved work stay. */
    relabel: call.input(z.object({ id: connectionId, application: applicationKind })).output(z.void()),
    /** Stores another credential in the keychain and passes it to the engine. */
    replaceCredential: call.input(z.object({ id: connectionId, credential })).output(z.void()),
    /** Deletes a connection's local data, saved work and keychain entries. */
    remove: call.input(z.object({ id: connectionId })).output(z.void()),
    /** Deletes data and keychain entries left from removed connections (`leftoverData` and `leftoverKeys`). */
    finishRemovals: call.output(z.void()),
  },

  /** The firm's API keys, listed after the owner signs in; values are never shown. */
  apiKeys: {
    list: call
      .input(ownerSignIn.extend({ baseUrl: serviceAddress, authUrl: serviceAddress }))
      .output(z.array(listedApiKey)),
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

  links: linksContract,

  backups: backupsContract,

  /** Options if the keychain no longer has the key of saved work. */
  recovery: {
    /** Returns whether a connection has a code; `unconfirmed`: the latest is not confirmed, so the one before opens, too. */
    codeState: call.input(z.object({ id: connectionId })).output(z.enum(['none', 'created', 'unconfirmed'])),
    /** Creates a code; it is stored nowhere. An earlier one stays valid until `confirm`. */
    create: call.input(z.object({ id: connectionId })).output(z.object({ code: z.string() })),
    /** Voids the code before it, once the user has written the created one down. */
    confirm: call.input(z.object({ id: connectionId })).output(z.void()),
    /** Opens saved work with its code, including quarantined work; fails with `recovery-refused`. */
    unlock: call.input(z.object({ id: connectionId, code: typedRecoveryCode })).output(z.void()),
    /** Quarantines work whose key is lost, and starts empty. */
    startOver: call.input(z.object({ id: connectionId })).output(z.void()),
  },

  /** The policies of the organization that are in force, and their source. */
  policies: call.output(policyState),

  updates: {
    /** Returns the known state of updates; sends nothing. */
    state: call.output(updateState),
    /** Looks for a newer version now, if updates are on. */
    check: call.output(updateState),
    setting: call.output(updateSettingState),
    /** Stores part of the user's choice, then checks for updates. Values that a policy sets take precedence. */
    choose: call.input(updateChoice.partial()).output(updateState),
  },

  about: call.output(
    z.object({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      /** The computer's name; new API keys are named after it. */
      computer: z.string(),
      dataFolder: z.string(),
    }),
  ),
  theme: {
    get: call.output(z.enum(['system', 'light', 'dark'])),
    set: call.input(z.enum(['system', 'light', 'dark'])).output(z.void()),
  },
  /** Prints the part of the page styled for print, and nothing else. */
  print: {
    /** Writes a chosen PDF file (`record-pdf`). Fails with `file-not-saved`. */
    pdf: call.input(z.object({ grant: z.string(), frame: printFrame })).output(z.void()),
    /** Returns the PDF in Base64. */
    pdfBase64: call.input(printFrame).output(z.string()),
    /** Opens the system's print dialog; returns whether it printed. */
    paper: call.input(printFrame).output(z.object({ wasPrinted: z.boolean() })),
  },
  /** Settings to run the app without its window, and to start it with the computer; both off by default. */
  background: {
    get: call.output(backgroundState),
    set: call.input(backgroundState.omit({ canStartAtLogin: true })).output(z.void()),
  },
  idleLock: { get: call.output(idleLock), set: call.input(idleLock).output(z.void()) },
  openLog: call.output(z.void()),
  /** Opens the system's file dialog; returns an empty list if dismissed. */
  choose: call.input(choiceRequest).output(z.array(chosenFile)),
  /** Yields changes of the user's presence; the screens that show plain tax IDs hide them accordingly. */
  presence: call.output(eventIterator(presence)),
};
