import { textAt } from '#contract/exact-json/patch';
import { feeStructures } from '#contract/resources/fee-structures';
import type { EngineClient } from '../../bridge';
import { asText, formatValue } from '../../ui/format';
import { showFailure } from '../../ui/toast';
import type { FormValues } from '../../records/form/form-view';

/** A fee structure to choose. */
export interface StructureOption {
  readonly key: string;
  /** Its name and calculation, with the ID if several have that name. */
  readonly label: string;
}

const PAGE_SIZE = 500;

/** Returns all cached fee structures except one, by name. */
export async function otherStructures(
  engine: EngineClient,
  ownKey: string | null,
): Promise<StructureOption[]> {
  const query = {
    resource: 'feeStructures' as const,
    search: '',
    filters: [],
    sort: { field: 'name', descending: false },
  };
  const structures: { key: string; name: string; calculation: string }[] = [];
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { rows, total } = await engine.records.window({
      query,
      columns: ['name', 'calculation_type'],
      offset,
      limit: PAGE_SIZE,
    });
    for (const { key, cells } of rows)
      structures.push({
        key,
        name: asText(cells[0] ?? 'No name'),
        calculation: formatValue(feeStructures.fields.calculation_type, cells[1]),
      });
    if (offset + PAGE_SIZE >= total) break;
  }
  const names = new Map<string, number>();
  for (const { name } of structures) names.set(name, (names.get(name) ?? 0) + 1);
  return structures.flatMap(({ key, name, calculation }) =>
    key === ownKey
      ? []
      : [
          {
            key,
            label: `${name} (${(names.get(name) ?? 0) > 1 ? `${calculation}, ID ${key}` : calculation})`,
          },
        ],
  );
}

/** Returns the fields of a raw record as JSON texts, as a form has them. */
export const formValuesOf = (raw: string): FormValues =>
  Object.fromEntries(Object.keys(feeStructures.fields).map((name) => [name, textAt(raw, [name])]));

/** The structures to choose from, and the fields of the chosen one. */
export class StructureComparison {
  options = $state.raw<readonly StructureOption[]>([]);
  key = $state('');
  /** Null until they are read. */
  values = $state.raw<FormValues | null>(null);

  async load(engine: EngineClient, ownKey: string | null): Promise<void> {
    try {
      this.options = await otherStructures(engine, ownKey);
    } catch (error) {
      showFailure(error);
    }
  }

  /** Reads the fields of the chosen structure. If that fails, no structure is chosen. */
  async choose(engine: EngineClient): Promise<void> {
    const { key } = this;
    this.values = null; // not those of the one chosen before
    if (key === '') return;
    try {
      const record = await engine.records.get({ resource: 'feeStructures', key });
      if (this.key === key) this.values = record && formValuesOf(record.raw);
    } catch (error) {
      if (this.key === key) this.key = '';
      showFailure(error);
    }
  }
}
