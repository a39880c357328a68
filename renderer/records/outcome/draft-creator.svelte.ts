import type { DependentGroup } from '#contract/calls/dependents';
import type { Draft } from '#contract/edit';
import { failureOf } from '#contract/failure';
import { resourceNamed } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';
import type { Go } from '../../routes';
import { draftRoute } from './edit-routes';
import { openCreated, watchLeaving } from './open-created';

interface ToastText {
  readonly title: string;
  readonly text: string;
}

const NOTHING_TO_UNDO = {
  title: 'Nothing to undo',
  text: 'No value was changed. There is nothing to undo.',
};
const NOT_UNDOABLE = {
  title: 'This can’t be undone in Firm Desk',
  text: 'The service doesn’t show the values that were there before, so they can’t be restored.',
};
const NOTHING_TO_RETRY = {
  title: 'Nothing to retry',
  text: 'No record certainly failed, or those that failed are no longer in the list.',
};

/** Creates drafts that follow up on a job, one at a time, and opens them. For one component, which creates it. */
export class DraftCreator {
  busy = $state(false);

  readonly #engine: EngineClient;
  readonly #go: Go;
  readonly #hasLeft = watchLeaving();

  constructor(engine: EngineClient, go: Go) {
    this.#engine = engine;
    this.#go = go;
  }

  /** Creates a draft that undoes a job. */
  undo = (job: string): Promise<void> =>
    this.#openNewDraft(() => this.#engine.edits.undo({ job }), NOTHING_TO_UNDO);
  /** Creates a draft of a job's rows that certainly failed. */
  retry = (job: string): Promise<void> =>
    this.#openNewDraft(() => this.#engine.edits.draftRetry({ job }), NOTHING_TO_RETRY);

  /** Creates a draft that replaces old IDs by new ones in all records of a group that refer to them. */
  replaceIds = (
    { resource, field, filters }: Pick<DependentGroup, 'resource' | 'field' | 'filters'>,
    pairs: readonly { readonly from: string; readonly to: string }[],
  ): Promise<void> =>
    this.#openNewDraft(() =>
      this.#engine.edits.draftMany({
        query: { resource, search: '', filters, sort: resourceNamed(resource).sort },
        selection: { kind: 'all', except: [] },
        edits: pairs.map(({ from, to }) => ({ op: 'replace', field, from, to })),
      }),
    );

  /** Opens the draft that `draft` creates. `nothingLeft`: the message if the engine finds no row for it. */
  async #openNewDraft(draft: () => Promise<Draft>, nothingLeft?: ToastText): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const { id } = await draft();
      openCreated(() => this.#go(draftRoute(id)), this.#hasLeft(), {
        title: 'Draft saved',
        text: 'Nothing is sent until you send it.',
        label: 'Open draft',
      });
    } catch (error) {
      const { kind, detail } = failureOf(error);
      if (kind === 'not-found')
        showToast('No longer saved', {
          text: 'Rows are stored for a limited time. The activity log still has the entry.',
        });
      else if (detail?.code === 'value-before-unknown')
        showToast(NOT_UNDOABLE.title, { text: NOT_UNDOABLE.text });
      else if (kind === 'refused' && nothingLeft) showToast(nothingLeft.title, { text: nothingLeft.text });
      else showFailure(error);
    } finally {
      this.busy = false;
    }
  }
}
