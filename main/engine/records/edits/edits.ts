import type { Draft } from '../../../../preload/contract/edit';
import type { OpenConnection } from '../../connection/open-connection';
import { perConnection } from '../../connection/per-connection';
import { Drafts } from './drafts';
import { settled } from './judge';
import { draftMaker } from './make';

export type EditsParts = Pick<OpenConnection, 'workspace' | 'reader' | 'closed'>;

/** Which conflicts: those of one row or of all, of one field or of all. */
interface Which {
  readonly index?: number | undefined;
  readonly field?: string | undefined;
}

/** Edits of existing records of one connection (spec 4.2, 4.6). */
export function createEdits({ workspace, reader, closed }: EditsParts) {
  const drafts = new Drafts(workspace.drafts, closed);
  return {
    drafts,
    ...draftMaker({ drafts, reader }),

    /** Settles conflicts, one way or the other. */
    resolve(id: string, take: 'mine' | 'theirs', { index, field }: Which): Draft {
      const rows = index === undefined ? drafts.allRows(id) : [drafts.row(id, index)];
      return drafts.put(
        id,
        rows.map((row) => settled(row, take, field)),
      );
    },
  };
}

/** Those of an open connection: whoever makes a draft, makes it here. */
export const editsOf = perConnection(createEdits);
