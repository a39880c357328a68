import type { RoiDraftContent } from '../../../preload/contract/calls/roi';
import { EMPTY_DRAFT } from './steps';
import { NOTHING_TYPED, takeIn, type Typed } from './typed';

/** Codes, names and addresses during editing, and texts that were not committed yet. */
export class Written {
  content = $state.raw<RoiDraftContent>(EMPTY_DRAFT);
  /** Number of duplicates of each kind at the last commit. */
  folded = $state.raw<Readonly<Record<keyof Typed, number>>>({ codes: 0, cc: 0, replyTo: 0 });
  /** Texts that were parsed and are invalid, unless the user has changed them since. */
  wrong = $state.raw<Typed>(NOTHING_TYPED);

  change(change: Partial<RoiDraftContent>): void {
    this.content = { ...this.content, ...change };
  }

  type(typed: Partial<Typed>): void {
    this.change({ typed: { ...this.content.typed, ...typed } });
    this.wrong = NOTHING_TYPED;
  }

  /** Commits typed codes and addresses. */
  takeIn(): void {
    if (Object.values(this.content.typed).join('').trim() === '') return;
    const { content, folded } = takeIn(this.content);
    this.change(content);
    this.wrong = content.typed;
    this.folded = folded;
  }
}
