import type { RoiDraftContent } from '../../../preload/contract/calls/roi';
import { EMPTY_DRAFT } from './steps';
import { NOTHING_TYPED, takeIn, type Typed } from './typed';

/** Codes, people and addresses as they are being written, and texts that are not taken in yet. */
export class Written {
  content = $state.raw<RoiDraftContent>(EMPTY_DRAFT);
  /** Of each, how many were there already when it was last taken in. */
  folded = $state.raw<Readonly<Record<keyof Typed, number>>>({ codes: 0, cc: 0, replyTo: 0 });
  /** Texts that were looked at and could not be taken, unless somebody has changed them since. */
  wrong = $state.raw<Typed>(NOTHING_TYPED);

  change(change: Partial<RoiDraftContent>): void {
    this.content = { ...this.content, ...change };
  }

  type(typed: Partial<Typed>): void {
    this.change({ typed: { ...this.content.typed, ...typed } });
    this.wrong = NOTHING_TYPED;
  }

  /** Takes typed codes and addresses in. */
  takeIn(): void {
    if (Object.values(this.content.typed).join('').trim() === '') return;
    const { content, folded } = takeIn(this.content);
    this.change(content);
    this.wrong = content.typed;
    this.folded = folded;
  }
}
