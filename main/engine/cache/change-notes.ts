import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';
import type { FieldChange } from './changes';

/** One thing a refresh found. */
export interface ChangeNote {
  readonly run: number;
  readonly resource: ResourceName;
  readonly key: string;
  readonly title: string;
  readonly kind: 'new' | 'changed' | 'gone';
  readonly fields: readonly FieldChange[];
}

/** Writes down what the writer finds, in the transaction that stores it. What the program itself puts is no find. */
export function changeNotes(db: Db): (note: ChangeNote) => void {
  const put = db.prepare<[number, string, string, string, string, string]>(
    'INSERT INTO change (run, resource, key, title, kind, fields) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return ({ run, resource, key, title, kind, fields }) =>
    void put.run(run, resource, key, title, kind, JSON.stringify(fields));
}
