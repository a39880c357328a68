import type { BackgroundState } from '#contract/calls/desktop';
import { failureOf, type Failure } from '#contract/failure';
import { idleMinutes, type PolicySnapshot, type PolicyState } from '#contract/policies';
import type { DesktopClient } from '../../bridge';

export type About = Awaited<ReturnType<DesktopClient['about']>>;
export type ThemeChoice = Awaited<ReturnType<DesktopClient['theme']['get']>>;

export const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The theme as Settings shows it; the command palette changes it, too. */
class ChosenTheme {
  current = $state<ThemeChoice>('system');
}
const chosenTheme = new ChosenTheme();

/** Applies a theme at once, and restores the previous one if it cannot be saved. */
export async function chooseTheme(desktop: DesktopClient, theme: ThemeChoice): Promise<void> {
  const previous = chosenTheme.current;
  chosenTheme.current = theme;
  try {
    await desktop.theme.set(theme);
  } catch (error) {
    chosenTheme.current = previous;
    throw error;
  }
}

export type IdleLockChoice = Awaited<ReturnType<DesktopClient['idleLock']['get']>>;
export const IDLE_LOCKS: readonly { readonly value: IdleLockChoice; readonly label: string }[] = [
  { value: 'never', label: 'Screen lock only' },
  { value: '5', label: '5 min' },
  { value: '15', label: '15 min' },
  { value: '30', label: '30 min' },
];

/**
 * Returns the choices that the policy `AutoLockMinutes` allows. If its time is not among them, it is added, as the one
 * that applies to users who choose none. Returns none if its time is shorter than every choice: there is nothing to
 * choose.
 */
export function allowedIdleLocks(snapshot: PolicySnapshot | null): typeof IDLE_LOCKS {
  const allowed = IDLE_LOCKS.filter(({ value }) => {
    const minutes = value === 'never' ? null : Number(value);
    return idleMinutes(value, snapshot?.policies) === minutes;
  });
  const longest = idleMinutes('never', snapshot?.policies);
  if (longest === null || allowed.length === 0 || allowed.some(({ value }) => value === String(longest)))
    return allowed;
  return [...allowed, { value: 'never', label: `${longest} min` }];
}

/** Data and actions of Settings. */
export class Preferences {
  about = $state.raw<About | null>(null);
  idleLock = $state<IdleLockChoice>('never');
  background = $state.raw<BackgroundState | null>(null);
  policies = $state.raw<PolicyState | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #desktop: DesktopClient;

  get theme(): ThemeChoice {
    return chosenTheme.current;
  }

  constructor(desktop: DesktopClient) {
    this.#desktop = desktop;
  }

  load(): Promise<void> {
    return this.#try(async () => {
      const [about, theme, idleLock, policies, background] = await Promise.all([
        this.#desktop.about(),
        this.#desktop.theme.get(),
        this.#desktop.idleLock.get(),
        this.#desktop.policies(),
        this.#desktop.background.get(),
      ]);
      this.about = about;
      chosenTheme.current = theme;
      this.idleLock = idleLock;
      this.policies = policies;
      this.background = background;
    });
  }

  /** Reads the policies again: a folder that they name may have become available. */
  async reloadPolicies(): Promise<void> {
    try {
      this.policies = await this.#desktop.policies();
    } catch {
      // The Settings screen retries on a timer. Showing this failure would replace one that the user should read.
    }
  }

  chooseTheme(theme: ThemeChoice): Promise<void> {
    return this.#try(() => chooseTheme(this.#desktop, theme));
  }

  chooseIdleLock(idleLock: IdleLockChoice): Promise<void> {
    const previous = this.idleLock;
    this.idleLock = idleLock;
    return this.#try(
      () => this.#desktop.idleLock.set(idleLock),
      () => (this.idleLock = previous),
    );
  }

  chooseBackground(change: Partial<Pick<BackgroundState, 'tray' | 'atLogin'>>): Promise<void> {
    return this.#try(async () => {
      if (!this.background) return;
      const { tray, atLogin } = { ...this.background, ...change };
      await this.#desktop.background.set({ tray, atLogin });
      this.background = await this.#desktop.background.get();
    });
  }

  showLog(): Promise<void> {
    return this.#try(() => this.#desktop.openLog());
  }

  async #try(task: () => Promise<unknown>, undo?: () => void): Promise<void> {
    try {
      await task();
      this.failure = null;
    } catch (error) {
      undo?.();
      this.failure = failureOf(error);
    }
  }
}
