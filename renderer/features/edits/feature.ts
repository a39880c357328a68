import PencilLine from '@lucide/svelte/icons/pencil-line';
import type { FeatureViews } from '../feature';
import EditsView from './EditsView.svelte';
import OpenEdits from './OpenEdits.svelte';

export const EDITS_VIEWS = {
  tasks: { edits: { icon: PencilLine, view: EditsView } },
  today: { column: 'news', card: OpenEdits },
} as const satisfies FeatureViews;
