import { getContext, setContext, type Component } from 'svelte';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';

/*
 * How to give the form of one resource more than its descriptor says (the tiers of a fee structure, the assignments of a
 * billing group):
 *
 * 1. Write a component with `PartProps`. It shows `json` and calls `onchange` with the whole new value of the field,
 *    exact: change the texts with `exact-json/patch` or domain modules, never through doubles. Its own typing may be
 *    wrong for a while: hand it on as it is, or say what is wrong by `onproblem`; then it is kept, and not sent.
 *    Another one with `ReviewProps` shows what a draft changes in the field.
 * 2. Name it in a `FormView` of your task, and that in `renderer/places/form-views.ts` under the resource.
 *
 * The form draws label, "Changed", reset, "None" and the service's reasons around it. Until a field has a component, its
 * parts are shown as a table that cannot be changed.
 */

/** The values of a form as exact JSON texts, by field; a field without one is not in the record. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** What a component that edits one field gets. */
export interface PartProps {
  /** The field's value as it would be sent, as exact JSON text; null: the record does not have it, or none was typed. */
  readonly json: string | null;
  /** The record as the service sent it; null: it is to be created. */
  readonly raw: string | null;
  /** Every value of the form as it stands, this one included. */
  readonly values: FormValues;
  readonly engine: EngineClient;
  /** Name of the field, for the group around the controls. */
  readonly label: string;
  /** Id of the element that says what is wrong with it, for `aria-describedby`; null: nothing is. */
  readonly describedby: string | null;
  /** Nothing can be changed while it is sent. */
  readonly disabled: boolean;
  /** The whole value, typed again. */
  readonly onchange: (json: string) => void;
  /** What speaks against sending it, as a sentence, beside what the descriptor knows; null: nothing. */
  readonly onproblem: (problem: string | null) => void;
}

/** What a component beside the fields gets, such as a picture of the fee. */
export interface BesideProps {
  readonly values: FormValues;
  /** Fields in which something is typed that cannot be sent; their `values` may be those from before it. */
  readonly wrong: readonly string[];
  readonly raw: string | null;
  readonly engine: EngineClient;
}

/** What a component that shows the change of one field gets; the texts are exact JSON. */
export interface ReviewProps {
  /** Undefined: the record is created, or does not have the field. */
  readonly before: string | undefined;
  readonly after: string;
  readonly label: string;
}

/** How a form is shown beyond what its descriptor says. */
export interface FormView {
  /** Who edits a field, where its kind alone does not know. */
  readonly parts?: Readonly<Record<string, Component<PartProps>>>;
  /** Who shows what a draft does to a field, before it is sent and after, where its text alone is not enough. */
  readonly review?: Readonly<Record<string, Component<ReviewProps>>>;
  /** Whether a field means something with the other values; one that does not is left untouched, and out of sight. */
  readonly means?: (field: string, values: FormValues) => boolean;
  /** Shown beside the fields, and stays in sight while they scroll; in a narrow window it is under them. */
  readonly beside?: Component<BesideProps>;
}
export type FormViews = Readonly<Partial<Record<ResourceName, FormView>>>;

const KEY = Symbol('form views');

/** The table of `renderer/places/form-views.ts`, for every form that is opened below. */
export const provideFormViews = (views: FormViews): void => void setContext(KEY, views);
export const formViews = (): FormViews => getContext<FormViews | undefined>(KEY) ?? {};
