import type { Field } from '#contract/fields';
import type { InputJson } from './input-values';

/** Props of the control for one kind of field. */
export interface ValueProps {
  /** Any field but one of nested objects. */
  readonly field: Field;
  readonly label: string;
  readonly json: InputJson;
  /** The record's value. */
  readonly before: InputJson;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onchange: (json: string) => void;
}
