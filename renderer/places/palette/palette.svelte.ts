import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';
import { spelledOut } from '../../../preload/contract/domain/hidden-marks';
import { resourceTitle } from '../../../preload/contract/places';
import { RESOURCE_VIEWS } from '../resource-views';
import { fitting, type PaletteEntry } from './entries';

/** Records asked for; the palette is for reaching one, not for browsing. */
const RECORDS = 12;
/** Actions and places shown beside records, so that these stay in sight. */
const BESIDE = 5;

/** What the palette shows for what was typed, and which line is chosen. */
export class Palette {
  text = $state('');
  chosen = $state(0);
  failure = $state.raw<Failure | null>(null);
  /** Still asking; what is shown belongs to what was typed before. */
  searching = $state(false);
  #records = $state.raw<readonly PaletteEntry[]>([]);
  #question = 0;
  readonly #engine: EngineClient | null;
  readonly #entries: readonly PaletteEntry[];
  readonly #go: Go;

  constructor(engine: EngineClient | null, entries: readonly PaletteEntry[], go: Go) {
    this.#engine = engine;
    this.#entries = entries;
    this.#go = go;
  }

  readonly shown: readonly PaletteEntry[] = $derived.by(() => {
    const own = fitting(this.#entries, this.text);
    const records = this.text.trim() === '' ? [] : this.#records;
    return records.length > 0 ? [...own.slice(0, BESIDE), ...records] : own;
  });

  /** Takes what was typed; records follow as soon as the engine has them, the newest question wins. */
  async type(text: string): Promise<void> {
    this.text = text;
    this.chosen = 0;
    const wanted = text.trim();
    const question = ++this.#question;
    if (!this.#engine || wanted === '') {
      this.#records = [];
      this.searching = false;
      return;
    }
    this.searching = true;
    try {
      const found = await this.#engine.records.find({ text: wanted.slice(0, 200), limit: RECORDS });
      if (question !== this.#question) return;
      this.#records = found.map(({ resource, key, title, subtitle }) => ({
        id: `record ${resource} ${key}`,
        group: 'Records',
        title: spelledOut(title),
        subtitle: spelledOut([resourceTitle(resource), subtitle].filter(Boolean).join(' · ')),
        icon: RESOURCE_VIEWS[resource].icon,
        run: () => this.#go({ place: 'resource', resource, record: key }),
      }));
      this.failure = null;
    } catch (error) {
      if (question !== this.#question) return;
      this.#records = [];
      this.failure = failureOf(error);
    }
    this.searching = false;
  }

  /** Moves the choice around the end. */
  move(by: number): void {
    const { length } = this.shown;
    if (length > 0) this.chosen = (this.chosen + by + length) % length;
  }

  get choice(): PaletteEntry | undefined {
    return this.shown[this.chosen];
  }
}
