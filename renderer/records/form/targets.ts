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
  | {
      readonly kind: 'create';
      readonly resource: ResourceName;
      /** The key of the record to copy; null for an empty form. */
      readonly like: string | null;
    }
  | {
      readonly kind: 'draft';
      /** The draft's ID. */
      readonly draft: string;
    };
