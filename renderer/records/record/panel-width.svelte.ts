const STORAGE_KEY = 'record-panel-width';
const DEFAULT_WIDTH = 440;

/** Width of the record panel: dragged, or changed with the arrow keys; stored on this computer. */
export class PanelWidth {
  readonly min = 320;
  readonly max = 900;
  px = $state(DEFAULT_WIDTH);

  readonly #storage: Storage | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
    const storedWidth = Number(storage?.getItem(STORAGE_KEY));
    if (storedWidth > 0) this.set(storedWidth);
  }

  set(px: number): void {
    this.px = Math.round(Math.min(Math.max(px, this.min), this.max));
  }

  onKeydown(event: KeyboardEvent): void {
    // The panel is on the right, so its edge moves left to widen it.
    const step = event.key === 'ArrowLeft' ? 16 : event.key === 'ArrowRight' ? -16 : 0;
    if (step === 0) return;
    event.preventDefault();
    this.set(this.px + step);
    this.#store();
  }

  drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    const edge = event.currentTarget as HTMLElement;
    const [start, width] = [event.clientX, this.px];
    const listening = new AbortController();
    const { signal } = listening;
    const end = () => {
      listening.abort();
      this.#store();
    };
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener('pointermove', (moved) => this.set(width + start - moved.clientX), { signal });
    edge.addEventListener('pointerup', end, { signal });
    edge.addEventListener('pointercancel', end, { signal });
  }

  #store(): void {
    this.#storage?.setItem(STORAGE_KEY, String(this.px));
  }
}

let shared: PanelWidth | undefined;
/** Returns the shared width of all record panels. */
export const panelWidth = (): PanelWidth => (shared ??= new PanelWidth(globalThis.localStorage));
