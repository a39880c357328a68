import { z } from 'zod';

/** Returns random numbers below a bound. */
export type RandomBelow = (below: number) => number;

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** Texts with a special meaning to SQL, the search, paths, JavaScript, spreadsheets or the eye. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  String.raw`C:\Windows\..\..`,
  "'; DROP TABLE view; --",
  '" OR 1=1 --',
  '%',
  '\\',
  'NEAR(a b)',
  '* AND -',
  '"',
  'a'.repeat(10_000),
  '\u202Ereverse',
  '\uD800',
  '💥'.repeat(500),
  '1e309',
  '-0',
  '9007199254740993',
  '2026-02-31',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://127.0.0.1:9")',
];
const NUMBERS = [NaN, Infinity, -Infinity, -1, 0, -0, 1.5, 10_000_000, 2 ** 31, 2 ** 53, 1e308, -1e308];
const deep = (depth: number): unknown => {
  let value: unknown = 1;
  for (let index = 0; index < depth; index += 1) value = [value];
  return value;
};
const OTHER_VALUES: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => true,
  () => [],
  () => ({}),
  () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
  () => deep(3_000),
  () => Array.from({ length: 10_000 }, () => 0),
  () => new Date(NaN),
  () => 10n,
  () => new Map([['a', 1]]),
  () => new Uint8Array(100),
];
const pick = <T>(dice: RandomBelow, items: readonly T[]): T => items[dice(items.length)] as T;

/** Returns a value of any unexpected type. */
function junk(dice: RandomBelow): unknown {
  const kind = dice(3);
  if (kind === 0) return pick(dice, TEXTS);
  return kind === 1 ? pick(dice, NUMBERS) : pick(dice, OTHER_VALUES)();
}

/** Texts by the field in which a message refers to existing data. */
export type ReferenceTexts = Readonly<Record<string, readonly string[]>>;
const RECORD_REFERENCES: ReferenceTexts = {
  field: ['name', 'custodian', 'status', 'required_cash', 'advisor_codes', 'id'],
  key: ['1', '7', '300'],
  keys: ['1', '7'],
  columns: ['name', 'custodian'],
  fileId: ['1'],
};

/**
 * Returns messages for a procedure: as it expects them, except for up to three fields. Some are entirely
 * junk.
 */
export function hostileMessages(
  schema: z.ZodType,
  dice: RandomBelow,
  references: ReferenceTexts = RECORD_REFERENCES,
): () => unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const make = (schema: Schema, name: string, hostility: { left: number }, depth = 0): unknown => {
    if (hostility.left > 0 && dice(6) === 0) {
      hostility.left -= 1;
      return junk(dice);
    }
    if (schema.$ref !== undefined) {
      const target = root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? root;
      return depth > 6 ? null : make(target, name, hostility, depth + 1);
    }
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return make(pick(dice, alternatives), name, hostility, depth);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((subschema) => make(subschema, name, hostility, depth)));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(dice, schema.enum);
    switch (schema.type) {
      case 'object': {
        const object: Record<string, unknown> = {};
        for (const [key, property] of Object.entries(schema.properties ?? {}))
          if (schema.required?.includes(key) === true || dice(2) === 0)
            object[key] = make(property, key, hostility, depth + 1);
        return object;
      }
      case 'array':
        return Array.from({ length: (schema.minItems ?? 0) + dice(3) }, () =>
          make(schema.items ?? {}, name, hostility, depth + 1),
        );
      case 'integer':
      case 'number':
        return Math.min(
          schema.maximum ?? Infinity,
          Math.max(schema.minimum ?? 0, dice(50) + (schema.exclusiveMinimum ?? 0)),
        );
      case 'boolean':
        return dice(2) === 0;
      case 'string':
        if (schema.format === 'date' || schema.pattern?.includes(String.raw`\d{4}`)) return '2026-01-02';
        return pick(dice, references[name] ?? ['a', '1', 'Harborview', pick(dice, TEXTS)]);
      case 'null':
        return null;
      default:
        return junk(dice);
    }
  };
  return () => (dice(20) === 0 ? junk(dice) : make(root, '', { left: dice(4) }));
}
