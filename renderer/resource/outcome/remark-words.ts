import type { RowRemark } from '../../../preload/contract/job';
import type { ResourceName } from '../../../preload/contract/resources';
import { resourceNamed } from '../../../preload/contract/resources';
import { humanised } from '../record/record';

type Facts = NonNullable<RowRemark['facts']>;

/** Remarks of checks and outcomes in sentences, where the service gave no reasons of its own. `one`: "account". */
const REMARKS: Readonly<Record<string, (facts: Facts, one: string) => string>> = {
  found: () => 'The answer was lost; the service has it as it was sent.',
  unnamed: (_, one) => `The service answered without naming the ${one}.`,
  message: () => 'The service answered with a message instead of the record.',
  'so-already': () => 'The service already had it so.',
  'refused-together': () => 'Refused together with others.',
  'not-found': (_, one) => `The service no longer has this ${one}.`,
  conflict: () => 'Somebody changed it at the service in the meantime.',
  'not-allowed': () => 'Your key has no permission for this.',
  refused: () => 'The service did not say why.',
  'no-id': (_, one) => `The service gave this ${one} no ID of its own, so it can’t be told to change it.`,
  'created-incomplete': ({ fields }, one) =>
    `The ${one} was created, but not all of it was taken: ${String(fields ?? '')}.`,
  'not-editable': () => 'The service doesn’t accept changes to this field.',
  'not-json': () => 'This can’t be sent as it stands.',
  'no-null': () => 'It can’t be empty.',
  'not-a-list': () => 'The record has no list here.',
  'out-of-range': ({ least, most }) => `It must be from ${String(least)} to ${String(most)}.`,
};

/** A remark for people: the service's reasons as they came, or our own sentence; a code nobody knows is shown as it is. */
export function remarkWords(resource: ResourceName, { code, facts = {}, reasons = [] }: RowRemark): string {
  if (reasons.length > 0) return reasons.join(' ');
  return REMARKS[code]?.(facts, resourceNamed(resource).one) ?? `${humanised(code)}.`;
}
