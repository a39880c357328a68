import type { LucideIcon } from '@lucide/svelte';

/** Any icon from @lucide/svelte. */
export type Icon = LucideIcon;

/** Size in pixels of an icon next to text or alone in a button. */
export const ICON_SIZE = 15;
