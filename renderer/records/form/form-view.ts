import { getContext, setContext, type Component } from 'svelte';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';

/*
 * How to add an editor for a field that its descriptor alone cannot edit (the tiers of a fee structure, the
 * assignments of a billing group):
 *
 * 1. Write a component with `FieldEditorProps`. It shows `json` and calls `onchange` with the whole new value as exact
 *    JSON: edit the text with `exact-json/patch` or domain modules, never through doubles. Pass on invalid input
 *    unchanged, or report it with `oninputerror`; then it is saved in the draft, but not sent. A second component
 *    with `ReviewProps` shows what a draft changes in the field.
 * 2. Register both in `forms` of the feature's manifest (`renderer/features/feature.ts`), by resource.
 *
 * The form adds the label, "Changed", reset, "Clear" and the service's reasons. Nested objects without such a
 * component are shown as a read-only table.
 */

/** Form values as exact JSON texts by field; a missing one is not in the record. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** Props of a component that edits one field. */
export interface FieldEditorProps {
  /** The value to send as exact JSON text; null if the record has none and none was typed. */
  readonly json: string | null;
  /** The record as received; null for a new one. */
  readonly raw: string | null;
  /** All current form values, including this one. */
  readonly values: FormValues;
  readonly engine: EngineClient;
  /** Label of the field, for the group around its controls. */
  readonly label: string;
  /** ID of the element with its error, for `aria-describedby`; null if it has none. */
  readonly describedby: string | null;
  /** True while sending. */
  readonly disabled: boolean;
  /** Called with the whole value. */
  readonly onchange: (json: string) => void;
  /** Called with an error that prevents sending, in addition to the descriptor's checks; null for none. */
  readonly oninputerror: (inputError: string | null) => void;
}

/** Props of a component next to the fields, such as a chart of the fee. */
export interface PreviewProps {
  readonly values: FormValues;
  /** Fields with invalid input; their `values` may be older. */
  readonly invalidFields: readonly string[];
  readonly raw: string | null;
  readonly engine: EngineClient;
}

/** Props of a component that shows the change of one field; the texts are exact JSON. */
export interface ReviewProps {
  /** Undefined: the record is created, or does not have the field. */
  readonly before: string | undefined;
  readonly after: string;
  readonly label: string;
}

/** A form's view in addition to its descriptor. */
export interface FormView {
  /** Editors for fields whose kind has no generic editor. */
  readonly editors?: Readonly<Record<string, Component<FieldEditorProps>>>;
  /**
   * The component that shows what a draft does to a field, before and after sending, if its text is not
   * enough.
   */
  readonly review?: Readonly<Record<string, Component<ReviewProps>>>;
  /**
   * Returns whether a field has an effect with the other values; other fields are hidden and stay unchanged.
   */
  readonly hasEffect?: (field: string, values: FormValues) => boolean;
  /**
   * Returns true if the editor of a field can remove all its items: "Clear" is hidden, which would remove them at
   * once.
   */
  readonly hidesClear?: (field: string, json: string | undefined) => boolean;
  /** Shown next to the fields and kept visible while they scroll; below them in a narrow window. */
  readonly preview?: Component<PreviewProps>;
}
export type FormViews = Readonly<Partial<Record<ResourceName, FormView>>>;

const KEY = Symbol('form views');

/** Provides the features' views to all forms below. */
export const provideFormViews = (views: FormViews): void => void setContext(KEY, views);
export const formViews = (): FormViews => getContext<FormViews | undefined>(KEY) ?? {};
