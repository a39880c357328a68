import { randomUUID } from 'node:crypto';
import { holdsTaxId } from '#contract/tax-id';
import { fail } from '#contract/failure';
import { roiDraft, type RoiDraft, type RoiDraftContent } from '#contract/features/roi/schemas';
import type { Db } from '#engine/sqlite/open-database';

type StoredDraft = {
  id: string;
  content: string;
  replaces: string | null;
  updated: string;
  restored: string | null;
};

export type RoiDrafts = ReturnType<typeof roiDraftStore>;

/** Requests that were composed but not sent. */
export function roiDraftStore(db: Db, now: () => Date, beginDraft: () => void = () => undefined) {
  const byId = db.prepare<[string], StoredDraft>('SELECT * FROM roi_draft WHERE id = ?');
  const byReplaced = db.prepare<[string], StoredDraft>('SELECT * FROM roi_draft WHERE replaces = ?');
  const get = (id: string): RoiDraft | null => {
    const stored = byId.get(id);
    return stored ? draftOf(stored) : null;
  };
  const existing = (id: string): RoiDraft => {
    const draft = get(id);
    if (!draft) throw fail('not-found', { where: 'draft' });
    return draft;
  };

  /**
   * Fails with `refused` (`tax-id`) for a text that could be a tax ID, because a draft is stored before review. Codes are
   * not checked: they may have nine digits.
   */
  const contentText = (content: RoiDraftContent): string => {
    const { advisorName, firmName, senderName, cc, replyTo, typed } = content;
    const names = [...cc, ...replyTo].map(({ name }) => name ?? '');
    if ([advisorName, firmName, senderName, typed.cc, typed.replyTo, ...names].some(holdsTaxId))
      throw fail('refused', { detail: { code: 'tax-id' } });
    return JSON.stringify(content);
  };

  return {
    get,
    /** Latest first. */
    list: (): RoiDraft[] =>
      db.prepare<[], StoredDraft>('SELECT * FROM roi_draft ORDER BY updated DESC, id').all().map(draftOf),
    /** Fails with `not-allowed` for a viewer of a team. */
    create(
      content: RoiDraftContent,
      replaces: string | null = null,
      restored: string | null = null,
    ): RoiDraft {
      beginDraft();
      const id = randomUUID();
      db.prepare('INSERT INTO roi_draft VALUES (?, ?, ?, ?, ?)').run(
        id,
        contentText(content),
        replaces,
        now().toISOString(),
        restored,
      );
      return existing(id);
    },
    /** Fails with `not-found` if the draft was sent or discarded; it is not created again. */
    save(id: string, content: RoiDraftContent): RoiDraft {
      db.prepare('UPDATE roi_draft SET content = ?, updated = ? WHERE id = ?').run(
        contentText(content),
        now().toISOString(),
        id,
      );
      return existing(id);
    },
    remove(id: string): void {
      db.prepare('DELETE FROM roi_draft WHERE id = ?').run(id);
    },
    /** Returns the draft that replaces a request. */
    replacing(request: string): RoiDraft | null {
      const stored = byReplaced.get(request);
      return stored ? draftOf(stored) : null;
    },
  };
}

const draftOf = ({ id, content, replaces, updated, restored }: StoredDraft): RoiDraft =>
  roiDraft.parse({ ...(JSON.parse(content) as object), id, replaces, updatedAt: updated, restored });
