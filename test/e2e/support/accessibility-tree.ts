import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { desktop, expect, type RunningApp } from '../running-app';

/** One object of the platform's accessibility tree. */
export interface AccessibleObject {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Levels below the page. */
  readonly depth: number;
  /** Its text, if that is not its name: the value of a field. */
  readonly text?: string;
  /** Number of rows that a table reports. */
  readonly rows?: number;
  /** Row and column of a table cell, from 0. */
  readonly position?: readonly [number, number];
  /** Column heading of a table cell. */
  readonly heading?: string;
}

/** A group, dialog or landmark. */
export type AccessibleContainer = Pick<AccessibleObject, 'role' | 'name' | 'description'>;

export interface FocusedObject extends AccessibleObject {
  /** The named groups, dialogs and landmarks around it, outermost first. */
  readonly within: readonly AccessibleContainer[];
}

export type AccessibilityEvent =
  | ({ readonly kind: 'focus' } & AccessibleObject)
  | { readonly kind: 'live'; readonly live: 'polite' | 'assertive'; readonly text: string };

/** Flags that make the app expose its tree to the platform without a running screen reader. */
export const ACCESSIBILITY_FLAGS = ['--force-renderer-accessibility'];
export const ACCESSIBILITY_ENV = { ACCESSIBILITY_ENABLED: '1' };

/** A reader of the app's accessibility tree through the platform (AT-SPI), as Orca reads it. */
export class AccessibilityTree {
  readonly #program: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string, undefined>;

  private constructor(pid: number) {
    const script = path.join(import.meta.dirname, 'accessibility-tree.py');
    this.#program = spawn('/usr/bin/python3', [script, String(pid)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...desktop },
    });
    this.#answers = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();
  }

  /** Starts to listen; the app must have been launched with `ACCESSIBILITY_FLAGS`. */
  static async connect({ app }: RunningApp): Promise<AccessibilityTree> {
    const tree = new AccessibilityTree(app.process().pid ?? 0);
    await tree.#answer();
    return tree;
  }

  /** Returns all objects of the page, in reading order. */
  objects(): Promise<AccessibleObject[]> {
    return this.#request('tree');
  }

  /** Returns the object that has the focus. */
  focused(): Promise<FocusedObject | null> {
    return this.#request('focused');
  }

  /** Returns focus changes and announcements since the last call. */
  events(): Promise<AccessibilityEvent[]> {
    return this.#request('events');
  }

  /**
   * Returns the announcements since the last call of `events` or `announcements`; equal texts in a row count once.
   * Discards the focus events since then.
   */
  async announcements(): Promise<string[]> {
    const texts = (await this.events()).flatMap((event) => (event.kind === 'live' ? [event.text] : []));
    return texts.filter((text, index) => text !== '' && text !== texts[index - 1]);
  }

  close(): void {
    this.#program.stdin.end();
  }

  async #request<T>(command: string): Promise<T> {
    this.#program.stdin.write(`${JSON.stringify({ do: command })}\n`);
    return (await this.#answer()) as T;
  }

  async #answer(): Promise<unknown> {
    const response: IteratorResult<string, undefined> = await this.#answers.next();
    if (response.done) throw new Error('The reader of the accessibility tree has ended.');
    const { result, error } = JSON.parse(response.value) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(`The accessibility tree could not be read: ${error}`);
    return result;
  }
}

/** Waits until `isTrue` returns true; returns false if it does not in time. */
export const waitUntil = (isTrue: () => Promise<boolean>, timeout = 10_000): Promise<boolean> =>
  expect
    .poll(isTrue, { timeout })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
