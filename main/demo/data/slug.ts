/** The demo firm builds slugs exactly as the app does. */
export { slugOf as slugify } from '#contract/text';
