import type { ResourceName } from '../../../preload/contract/resources';

/** What a form is opened for: a record that is there, one to create (empty or like another), or a draft of either. */
export type FormTarget =
  | { readonly kind: 'edit'; readonly resource: ResourceName; readonly key: string }
  | { readonly kind: 'create'; readonly resource: ResourceName; readonly like: string | null }
  | { readonly kind: 'draft'; readonly draft: string };
