import type { TaxIdRequest } from '../../resource/record/secret';

const KEY = 'sidebar';
/** Below this width (CSS pixels) the sidebar shows icons, unless somebody wants it wide. */
const NARROW = 1000;
/** Below this one there is no room for a wide one at all, as at 200 % zoom in a small window. */
const TINY = 720;

type Choice = 'auto' | 'wide' | 'narrow';

/** What is open around the views, and how wide the sidebar is. */
export class Shell {
  palette = $state(false);
  shortcuts = $state(false);
  about = $state(false);
  refresh = $state(false);
  /** Records whose plain tax ids were asked for. */
  taxIds = $state.raw<TaxIdRequest | null>(null);
  /** Id of the paused refresh whose question was put aside. */
  putAside = $state<number | null>(null);
  /** Width of the window in CSS pixels. */
  width = $state(globalThis.innerWidth || 1440);
  /** Restarts of the engine that the person has been told of. */
  seenRestarts = $state(0);
  #sidebar = $state<Choice>(readChoice());

  get narrow(): boolean {
    if (this.width < TINY) return true;
    return this.#sidebar === 'auto' ? this.width < NARROW : this.#sidebar === 'narrow';
  }

  toggleSidebar(): void {
    const wanted: Choice = this.narrow ? 'wide' : 'narrow';
    // Back to what the width asks for anyway means: follow the width again.
    this.#sidebar = (wanted === 'narrow') === this.width < NARROW ? 'auto' : wanted;
    localStorage.setItem(KEY, this.#sidebar);
  }
}

function readChoice(): Choice {
  const stored = localStorage.getItem(KEY);
  return stored === 'wide' || stored === 'narrow' ? stored : 'auto';
}
