import type { TaxIdRequest } from '../../records/record/secret';

const SIDEBAR_KEY = 'sidebar';
/** Below this width (CSS pixels) the sidebar shows icons, unless the user widened it. */
const NARROW_BELOW_PX = 1000;
/** Below this width a wide sidebar doesn’t fit, as at 200% zoom in a small window. */
const ALWAYS_NARROW_BELOW_PX = 720;

type Choice = 'auto' | 'wide' | 'narrow';

/** Open overlays and the width of the sidebar. */
export class Shell {
  palette = $state(false);
  shortcuts = $state(false);
  about = $state(false);
  isProgressOpen = $state(false);
  /** Records whose plain tax IDs were requested. */
  taxIds = $state.raw<TaxIdRequest | null>(null);
  /** ID of the paused refresh whose dialog was closed. */
  dismissedRun = $state<number | null>(null);
  /** Width of the window in CSS pixels. */
  width = $state(globalThis.innerWidth || 1440);
  /** Number of engine restarts the user has seen. */
  seenRestarts = $state(0);
  #sidebar = $state<Choice>(readChoice());

  /** False in a window that is too narrow for a wide sidebar. */
  get canToggleSidebar(): boolean {
    return this.width >= ALWAYS_NARROW_BELOW_PX;
  }

  get narrow(): boolean {
    if (!this.canToggleSidebar) return true;
    return this.#sidebar === 'auto' ? this.width < NARROW_BELOW_PX : this.#sidebar === 'narrow';
  }

  toggleSidebar(): void {
    if (!this.canToggleSidebar) return;
    const wanted: Choice = this.narrow ? 'wide' : 'narrow';
    // Setting what the width implies anyway returns to automatic.
    this.#sidebar = (wanted === 'narrow') === this.width < NARROW_BELOW_PX ? 'auto' : wanted;
    localStorage.setItem(SIDEBAR_KEY, this.#sidebar);
  }
}

function readChoice(): Choice {
  const stored = localStorage.getItem(SIDEBAR_KEY);
  return stored === 'wide' || stored === 'narrow' ? stored : 'auto';
}
