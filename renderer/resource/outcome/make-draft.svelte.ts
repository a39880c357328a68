import type { Draft } from '../../../preload/contract/edit';
import { failureOf } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../kit/toast';
import type { Go } from '../../routes';
import { draftRoute } from './edit-parts';

/** Makes drafts out of what was sent, once for each press, and leads to where they can be looked at and sent. */
export class DraftMaker {
  busy = $state(false);

  constructor(
    private readonly engine: EngineClient,
    private readonly go: Go,
  ) {}

  /** Takes back what a job did. */
  undo = (job: string): Promise<void> => this.#make(() => this.engine.edits.undo({ job }));
  /** Those rows of a job once more that surely failed. */
  again = (job: string): Promise<void> => this.#make(() => this.engine.edits.again({ job }));

  async #make(draft: () => Promise<Draft>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      this.go(draftRoute((await draft()).id));
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'not-found')
        showToast('No longer saved', {
          text: 'Its rows were kept for a while only. The activity log still has the entry.',
        });
      else showFailure(error);
    } finally {
      this.busy = false;
    }
  }
}
