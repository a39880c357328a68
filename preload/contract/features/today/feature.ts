import type { FeatureManifest } from '../../feature';

export const TODAY_FEATURE = {
  overview: { name: 'today', title: 'Today', group: 'today', shortcut: 'Ctrl+1' },
} as const satisfies FeatureManifest;
