import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type {
  FocusedObject,
  AccessibilityTree,
  AccessibleContainer,
} from '../e2e/support/accessibility-tree';

/** The folder of the journals. */
const FOLDER = process.env['SCREEN_READER_FOLDER'] ?? 'screen-reader';

/** Roles as screen readers speak them; other roles are spoken by their name in the accessibility API. */
const ROLES: Readonly<Record<string, string>> = {
  'push button': 'button',
  'toggle button': 'toggle button',
  'page tab': 'tab',
  'page tab list': 'tabs',
  'table cell': '',
  'tree table': 'table',
  'document web': 'page',
  entry: 'edit',
  'password text': 'password edit',
  'list box': 'list',
  'list item': '',
  panel: 'group',
  grouping: 'group',
  section: '',
};
/** Width of the column of keys, in characters. */
const WIDTH = 26;
/** Even the demo firm's tax IDs stay out of the journals. */
const TAX_ID = /\b(\d{3}-\d{2}-\d{4}|\d{2}-\d{7})\b/g;
/** Speech has ended if nothing new is spoken for this long. */
const QUIET_MS = 150;
const MAX_LISTEN_MS = 4_000;
/** Maximum number of keys to reach an element. */
const MAX_STOPS = 90;

const join = (...phrases: (string | undefined | false)[]): string => phrases.filter(Boolean).join(', ');
const roleOf = (role: string): string => ROLES[role] ?? role;
/** Roles whose text is a value; the text of others repeats their name. */
const VALUE_ROLES = new Set(['entry', 'password text', 'combo box', 'spin button']);

/** Returns the states of an element that a screen reader speaks. */
function statesOf({ role, states, attributes }: FocusedObject): string {
  const hasState = (state: string): boolean => states.includes(state);
  return join(
    hasState('checkable') && role !== 'toggle button' && (hasState('checked') ? 'checked' : 'not checked'),
    // The accessibility API also calls an expandable button a toggle button; that one speaks no pressed state.
    role === 'toggle button' &&
      !hasState('expandable') &&
      (hasState('pressed') || hasState('checked') ? 'pressed' : 'not pressed'),
    hasState('expandable') && (hasState('expanded') ? 'expanded' : 'collapsed'),
    (role === 'page tab' || role === 'list item') && hasState('selected') && 'selected',
    role === 'table row' && hasState('selected') && 'selected',
    hasState('has_popup') && 'opens a menu',
    hasState('required') && 'required',
    hasState('invalid_entry') && 'invalid',
    !hasState('enabled') && 'unavailable',
    attributes['posinset'] !== undefined &&
      attributes['setsize'] !== undefined &&
      `${attributes['posinset']} of ${attributes['setsize']}`,
  );
}

const spokenText = (focus: FocusedObject): string => {
  const { role, name, heading, text, description } = focus;
  const label = role === 'table cell' && heading && heading !== name ? `${heading}: ${name}` : name;
  return join(
    label || (role === 'table cell' ? 'blank' : 'WITHOUT A NAME'),
    roleOf(role),
    statesOf(focus),
    VALUE_ROLES.has(role) && text !== undefined && `“${text}”`,
    description,
  );
};

/** Records the keys of a journey, and what a screen reader speaks after each. */
export class Journal {
  readonly #lines: string[] = [];
  #context: readonly AccessibleContainer[] = [];
  #previousFocus = '';
  /** The screen reader's speech after the latest key. */
  #latest = '';

  constructor(
    readonly page: Page,
    readonly tree: AccessibilityTree,
  ) {}

  /** Presses a key, records what is spoken, and returns it. */
  press(keys: string): Promise<string> {
    return this.#act(keys, () => this.page.keyboard.press(keys));
  }

  type(text: string, action = text): Promise<string> {
    return this.#act(`“${action}”`, () => this.page.keyboard.type(text));
  }

  /** Pastes into the field with the focus. */
  paste(text: string): Promise<string> {
    return this.#act('(pastes)', () => this.page.keyboard.insertText(text));
  }

  /** Presses `keys` until what is spoken matches. */
  async moveTo(wanted: RegExp, keys = 'Tab'): Promise<void> {
    for (let stops = 0; stops < MAX_STOPS; stops += 1) if (wanted.test(await this.press(keys))) return;
    throw new Error(`${keys} never reached ${String(wanted)}.`);
  }

  /** Moves to a button or menu item and presses Enter. */
  async choose(wanted: RegExp, keys = 'Tab'): Promise<void> {
    await this.moveTo(wanted, keys);
    await this.press('Enter');
  }

  /** Opens a screen through the palette. */
  async goTo(screen: string): Promise<void> {
    await this.press('Control+k');
    await this.type(screen);
    await this.press('Enter');
  }

  /** Waits until this is spoken. */
  async waitForSpeech(wanted: RegExp, seconds = 40): Promise<void> {
    if (wanted.test(this.#latest)) return;
    for (const start = Date.now(); Date.now() - start < seconds * 1000;)
      if (wanted.test(await this.#listen('(waits)', false))) return;
    throw new Error(`“${String(wanted)}” was never spoken.`);
  }

  save(title: string): void {
    mkdirSync(FOLDER, { recursive: true });
    const file = path.join(FOLDER, `${title.toLowerCase().replace(/\W+/g, '-')}.txt`);
    writeFileSync(file, [title, '', ...this.#lines, ''].join('\n').replace(TAX_ID, '(a tax ID)'));
  }

  note(text: string): void {
    this.#lines.push(text);
  }

  async #act(action: string, act: () => Promise<void>): Promise<string> {
    await act();
    this.#latest = await this.#listen(action, true);
    return this.#latest;
  }

  /** Records what is spoken until nothing more is announced. */
  async #listen(action: string, recordsSilence: boolean): Promise<string> {
    const live: string[] = [];
    let focus = await this.tree.focused();
    for (const start = Date.now(); Date.now() - start < MAX_LISTEN_MS;) {
      await this.page.waitForTimeout(QUIET_MS);
      const spoken = await this.tree.announcements();
      const now = await this.tree.focused();
      const isQuiet =
        spoken.length === 0 && now !== null && focus !== null && spokenText(now) === spokenText(focus);
      live.push(...spoken);
      focus = now;
      if (isQuiet) break;
    }
    const spoken = [...this.#focusText(focus), ...new Set(live.map((text) => `(announced) ${text}`))];
    if (spoken.length > 0 || recordsSilence) this.#write(action, spoken.length > 0 ? spoken : ['(nothing)']);
    return spoken.join('\n');
  }

  /** Returns what is spoken of the focus if it changed, with the groups and dialogs that it entered. */
  #focusText(focus: FocusedObject | null): string[] {
    const text = focus ? spokenText(focus) : 'NOTHING HAS THE FOCUS';
    const context = focus?.within ?? [];
    const known = new Set(this.#context.map(({ role, name }) => `${role} ${name}`));
    const entered = context.filter(({ role, name }) => !known.has(`${role} ${name}`));
    this.#context = context;
    const position = `${String(focus?.position)} ${text}`;
    if (position === this.#previousFocus && entered.length === 0) return [];
    this.#previousFocus = position;
    return [
      ...entered.map(({ role, name, description }) => `[${join(name, roleOf(role), description)}]`),
      text,
    ];
  }

  #write(action: string, spoken: readonly string[]): void {
    for (const [index, line] of spoken.entries())
      this.#lines.push(`${(index === 0 ? action : '').padEnd(WIDTH)} ${line}`);
  }
}
