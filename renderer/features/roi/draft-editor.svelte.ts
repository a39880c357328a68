import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { registerPendingSave } from '../../ui/open-input';
import { EMPTY_DRAFT } from './steps';
import { INPUT_KINDS, NO_INPUT, parseInput, type UncommittedInput } from './parse-input';

/**
 * Saves when the page unloads and when the component that calls this is removed. While `isSaved` returns false, quitting
 * waits for the save.
 */
export function saveOnLeave(save: () => unknown, isSaved: () => boolean): void {
  $effect(() => (isSaved() ? undefined : registerPendingSave()));
  $effect(() => {
    window.addEventListener('beforeunload', save);
    return () => {
      window.removeEventListener('beforeunload', save);
      save();
    };
  });
}

/** Codes, names and addresses during editing, and texts that were not committed yet. */
export class DraftEditor {
  content = $state.raw<RoiDraftContent>(EMPTY_DRAFT);
  /** Number of duplicates of each kind at the last commit. */
  duplicates = $state.raw<Readonly<Record<keyof UncommittedInput, number>>>({ codes: 0, cc: 0, replyTo: 0 });
  /** Invalid parts of the committed texts; empty once the user types again. */
  invalid = $state.raw<UncommittedInput>(NO_INPUT);

  change(change: Partial<RoiDraftContent>): void {
    this.content = { ...this.content, ...change };
  }

  type(typed: Partial<UncommittedInput>): void {
    this.change({ typed: { ...this.content.typed, ...typed } });
    this.invalid = NO_INPUT;
  }

  /** Commits typed codes and addresses. */
  commitInput(): void {
    if (Object.values(this.content.typed).join('').trim() === '') return;
    const { content, duplicates } = parseInput(this.content);
    // Only what was entered, because the requests of a batch may differ in the other fields.
    const entered = INPUT_KINDS.filter(
      (kind) => duplicates[kind] > 0 || content[kind].length > this.content[kind].length,
    );
    this.change({
      ...Object.fromEntries(entered.map((kind) => [kind, content[kind]])),
      typed: content.typed,
    });
    this.invalid = content.typed;
    this.duplicates = duplicates;
  }
}
