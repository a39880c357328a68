import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTables } from '#engine/cache/schema/schema';
import { indexedText } from '#engine/sqlite/search-text';
import { hasUnfoldedLetters, plainLetters } from '#contract/text';

const db = new Database(':memory:');
createTables(db);
db.exec(`CREATE VIRTUAL TABLE term USING fts5vocab(accounts_fts, 'instance')`);
const put = db.prepare('INSERT INTO accounts_fts (rowid, words) VALUES (?, ?)');
const terms = db
  .prepare<[number], string>('SELECT DISTINCT term FROM term WHERE doc = ? ORDER BY term')
  .pluck();
let row = 0;

/** Returns the terms that the cache's index has for a text. */
function termsOf(text: string): string[] {
  row += 1;
  put.run(row, text);
  return terms.all(row);
}

/**
 * Returns the text, a copy without diacritics if it has any, and both again without apostrophes and hyphens inside
 * words: a simple, longer reference.
 */
function textWithCopies(text: string): string {
  const all = hasUnfoldedLetters(text) ? `${text} ${plainLetters(text)}` : text;
  return `${all} ${all.replace(/(?<=\p{L})['’-](?=\p{L})/gu, '')}`;
}

describe('index terms', () => {
  it.each([
    [`Conan O'Brien`, ['conan', 'o', 'brien', 'obrien']],
    [`Jean-Luc d’Arc 76139-9832`, ['jean', 'luc', 'jeanluc', 'd', 'arc', 'darc', '76139', '9832']],
    ['Łukasz', ['łukasz', 'lukasz']],
    ['no marks', ['no', 'marks']],
  ])('of %s are %j', (text, expected) => {
    expect(termsOf(indexedText(text)).sort()).toEqual([...expected].sort());
  });

  it('are the terms of any text, of its copy without diacritics, and of its joined words', () => {
    const letters = ['a', 'B', 'é', '1', 'Ł', 'ß', "'", '’', '-', 'e\u0301', '\u{1e900}', '中', '🙂', '&'];
    const gaps = [' ', ' ', '\u00a0', '\ufeff', '\u200b', '\t', '\n'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters, ...gaps), maxLength: 24 }), (text) => {
        expect(termsOf(indexedText(text))).toEqual(termsOf(textWithCopies(text)));
      }),
      { numRuns: 500 },
    );
  });
});
