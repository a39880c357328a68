import type { LucideIcon } from '@lucide/svelte';

/** Any single icon of @lucide/svelte. */
export type Icon = LucideIcon;

/** Sizes in pixels: next to text, and alone in a button. */
export const ICON = 15;
