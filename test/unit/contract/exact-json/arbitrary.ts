import fc from 'fast-check';

/** White space as services write it. */
export const whiteSpace = fc.constantFrom('', ' ', '\n', '\t ', '\r\n  ');

/** Numbers that are valid in JSON; many have no exact JavaScript number. */
const numeral = fc.constantFrom(
  '0',
  '-0',
  '7',
  '0.10',
  '1E+2',
  '1e400',
  '9007199254740993',
  '-12345678901234567890.10',
  '0.1234567890123456789',
);
const string = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u0041\\/"', '"a\\"b\\\\"', '"}],{"', '"\\ud800"'),
);

/** The text of any JSON value, in any notation. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(numeral, string, fc.constantFrom('null', 'true', 'false')),
    fc
      .tuple(whiteSpace, fc.array(tie('value'), { maxLength: 4 }))
      .map(([gap, items]) => `[${items.map((item) => gap + item + gap).join(',') || gap}]`),
    fc
      .tuple(whiteSpace, fc.array(fc.tuple(string, tie('value')), { maxLength: 4 }))
      .map(
        ([gap, members]) =>
          `{${members.map(([name, value]) => `${gap}${name}${gap}:${gap}${value}`).join(',') || gap}}`,
      ),
  ),
})).value;

/** Field names, including those with a special meaning in JavaScript. */
const name = fc.oneof(
  fc.constantFrom('id', 'a b', '', '__proto__', 'constructor', 'toString', '0', 'x"y', 'länge', '\u2028'),
  fc.string(),
);

/** The members of a record, without duplicate names. */
export const recordMembers = fc.uniqueArray(fc.tuple(name, jsonTexts), {
  selector: ([fieldName]) => fieldName,
  maxLength: 8,
});

/** Returns a record's text: `{ "name": value, … }` with this white space before names and after colons. */
export const recordText = (parts: readonly (readonly [string, string])[], gap: string): string =>
  `{${parts.map(([fieldName, value]) => `${gap}${JSON.stringify(fieldName)}:${gap}${value}`).join(',')}}`;
