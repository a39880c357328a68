import BookOpen from '@lucide/svelte/icons/book-open';
import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import Plug from '@lucide/svelte/icons/plug';
import Settings from '@lucide/svelte/icons/settings';
import Sun from '@lucide/svelte/icons/sun';
import type { AppScreen } from '#contract/screens';
import type { Icon } from '../ui/icon';
import { TASK_VIEWS } from './feature-views';
import { LIST_ICONS } from './resource-views';

const ICONS = {
  today: Sun,
  changes: GitCompareArrows,
  connect: Plug,
  settings: Settings,
  guide: BookOpen,
} as const;

/** Returns the icon of a screen: of its list, its task, or its own. */
export function screenIcon({ route }: AppScreen): Icon {
  if (route.screen === 'resource') return LIST_ICONS[route.resource].icon;
  return route.screen === 'task' ? TASK_VIEWS[route.task].icon : ICONS[route.screen];
}
