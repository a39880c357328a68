import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTables } from '../../../main/engine/cache/schema';
import { indexed } from '../../../main/engine/sqlite/words';
import { hasOwnLetters, plainLetters } from '../../../preload/contract/domain/plain-letters';

const db = new Database(':memory:');
createTables(db);
db.exec(`CREATE VIRTUAL TABLE term USING fts5vocab(accounts_fts, 'instance')`);
const put = db.prepare('INSERT INTO accounts_fts (rowid, words) VALUES (?, ?)');
const terms = db
  .prepare<[number], string>('SELECT DISTINCT term FROM term WHERE doc = ? ORDER BY term')
  .pluck();
let row = 0;

/** What the index of the cache has of a text. */
function termsOf(text: string): string[] {
  row += 1;
  put.run(row, text);
  return terms.all(row);
}

/** The whole text once more without its marks: what is plain to see, and twice as long. */
function twice(text: string): string {
  const all = hasOwnLetters(text) ? `${text} ${plainLetters(text)}` : text;
  return `${all} ${all.replace(/(?<=\p{L})['’-](?=\p{L})/gu, '')}`;
}

describe('the words of the index', () => {
  it.each([
    [`Conan O'Brien`, ['conan', 'o', 'brien', 'obrien']],
    [`Jean-Luc d’Arc 76139-9832`, ['jean', 'luc', 'jeanluc', 'd', 'arc', 'darc', '76139', '9832']],
    ['Łukasz', ['łukasz', 'lukasz']],
    ['no marks', ['no', 'marks']],
  ])('of %s are %j', (text, expected) => {
    expect(termsOf(indexed(text)).sort()).toEqual([...expected].sort());
  });

  it('are those of the text and of all of it without marks, whatever the text is', () => {
    const letters = ['a', 'B', 'é', '1', 'Ł', 'ß', "'", '’', '-', 'e\u0301', '\u{1e900}', '中', '🙂', '&'];
    const gaps = [' ', ' ', '\u00a0', '\ufeff', '\u200b', '\t', '\n'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters, ...gaps), maxLength: 24 }), (text) => {
        expect(termsOf(indexed(text))).toEqual(termsOf(twice(text)));
      }),
      { numRuns: 500 },
    );
  });
});
