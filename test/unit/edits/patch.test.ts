import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchRecord } from '#engine/records/edits/patch';
import { resolveEdits } from '#engine/records/edits/resolve';
import { textAt } from '#contract/exact-json/patch';
import { EDITABLE_RESOURCES, resourceNamed, resources } from '#contract/resources';
import { recordMembers, recordText, whiteSpace, jsonTexts } from '../contract/exact-json/arbitrary';

const { accounts, billingGroups } = resources;

/** Editable fields with one spelling. Dates are excluded: their format follows the record. */
const plainFields = EDITABLE_RESOURCES.flatMap((name) =>
  Object.entries(resourceNamed(name).fields).flatMap(([field, { editable, aliases, kind }]) =>
    editable && !aliases && kind !== 'date' ? [{ name, field }] : [],
  ),
);
const route = fc.constantFrom('single', 'bulk');
/** IDs beyond the range of a double, exact money digits, and no value. */
const wanted = fc.oneof(
  jsonTexts,
  fc.constantFrom('9007199254740993', '0.10', '1e400', 'null', '[9007199254740993,7]', '""'),
);

describe('the body of a PUT', () => {
  it("equals the record's text, except for the edited field", () => {
    fc.assert(
      fc.property(
        recordMembers,
        wanted,
        fc.nat(),
        fc.constantFrom(...plainFields),
        whiteSpace,
        route,
        (parts, after, place, { name, field }, gap, putRoute) => {
          const others = parts.filter(([other]) => other !== field);
          fc.pre(others.length > 0);
          const index = place % others.length;
          const original = [...others.slice(0, index), [field, 'null'] as const, ...others.slice(index)];
          const edited = original.map(([name, text]) => [name, name === field ? after : text] as const);
          const body = patchRecord(resourceNamed(name), recordText(original, gap), putRoute, [
            { field, after },
          ]).text;
          expect(body).toBe(recordText(edited, gap));
        },
      ),
    );
  });

  it('uses the documented spelling of a list, and updates the other one if present', () => {
    const lists = Object.entries(accounts.fields).flatMap(([field, described]) =>
      'aliases' in described && 'editable' in described ? [{ field, single: described.aliases[0] }] : [],
    );
    expect(lists.map(({ single }) => single).sort()).toEqual([
      'benchmark_ids',
      'billing_split_ids',
      'fee_structure_ids',
    ]);
    const spellings = fc.constantFrom('plural', 'singular', 'both', 'neither');
    fc.assert(
      fc.property(
        recordMembers,
        fc.constantFrom(...lists),
        spellings,
        route,
        whiteSpace,
        (parts, { field, single }, which, putRoute, gap) => {
          const others = parts.filter(([name]) => name !== field && name !== single);
          const listFields = [
            ...(which === 'plural' || which === 'both' ? [[field, '[1]'] as const] : []),
            ...(which === 'singular' || which === 'both' ? [[single, '[ 1 ]'] as const] : []),
          ];
          const raw = recordText([...others, ...listFields], gap);
          const body = patchRecord(accounts, raw, putRoute, [{ field, after: '[9007199254740993]' }]).text;
          const documented = putRoute === 'single' ? single : field;
          const expected = new Set([documented, ...listFields.map(([name]) => name)]);
          for (const name of [field, single])
            expect(textAt(body, [name])).toBe(expected.has(name) ? '[9007199254740993]' : undefined);
          for (const [name] of others) expect(textAt(body, [name])).toBe(textAt(raw, [name]));
        },
      ),
    );
  });

  it('formats dates like the record does', () => {
    const form = (before: string, after: string) =>
      textAt(
        patchRecord(accounts, `{"first_billable_date":${before}}`, 'bulk', [
          { field: 'first_billable_date', after },
        ]).text,
        ['first_billable_date'],
      );
    expect(form('"2020-02-03"', '"2026-01-02"')).toBe('"2026-01-02"');
    expect(form('"2020-02-03T00:00:00Z"', '"2026-01-02"')).toBe('"2026-01-02T00:00:00Z"');
    expect(form('"2020-02-03T05:30:00.000-05:00"', '"2026-01-02"')).toBe('"2026-01-02T00:00:00.000-05:00"');
    expect(form('"2020-02-03"', '"2026-01-02T00:00:00Z"')).toBe('"2026-01-02"');
    expect(form('null', '"2026-01-02"')).toBe('"2026-01-02"');
    expect(form('"2020-02-03T00:00:00Z"', 'null')).toBe('null');
  });

  it('preserves malformed assignments and missing minimums of a group', () => {
    const odd = fc.constantFrom('null', '{"account_id":9007199254740993}', '[null,{"id":"7"}]', '""');
    fc.assert(
      fc.property(odd, fc.constantFrom('[null,3]', 'null', undefined), (assignments, minimums) => {
        const minimumsText = minimums === undefined ? '' : `,"minimum_ids":${minimums}`;
        const raw = (name: string) => `{"id":1,"name":${name},"assignments":${assignments}${minimumsText}}`;
        const body = patchRecord(billingGroups, raw('"Old"'), 'single', [
          { field: 'name', after: '"New"' },
        ]).text;
        expect(body).toBe(raw('"New"'));
      }),
    );
  });
});

it("preserves the record's text for an edit that was reverted", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), fc.maxSafeNat(), (items, item) => {
      const raw = JSON.stringify({ id: 1, buy_securities_ids: [...new Set(items)] });
      const [edit] = resolveEdits(accounts, raw, [
        { op: 'add', field: 'buy_securities_ids', items: [String(item)] },
      ]);
      if (!edit) {
        expect(items).toContain(item);
        return;
      }
      const done = patchRecord(accounts, raw, 'bulk', [edit]).text;
      expect(textAt(done, ['buy_securities_ids'])).toBe(edit.after);
      const back = patchRecord(accounts, done, 'bulk', [{ field: edit.field, after: edit.before ?? '' }]);
      expect(back.text).toBe(raw);
    }),
  );
});
