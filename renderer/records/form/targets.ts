import type { ResourceName } from '#contract/resources';

/** The target of a form: an existing record, a new one (empty or a copy), or a draft of either. */
export type FormTarget =
  | {
      readonly kind: 'edit';
      readonly resource: ResourceName;
      readonly key: string;
      /** The field that is focused first. */
      readonly field?: string | undefined;
    }
  | { readonly kind: 'create'; readonly resource: ResourceName; readonly like: string | null }
  | { readonly kind: 'draft'; readonly draft: string };
