import BookOpen from '@lucide/svelte/icons/book-open';
import Plug from '@lucide/svelte/icons/plug';
import Settings from '@lucide/svelte/icons/settings';
import type { AppScreen } from '#contract/screens';
import type { Icon } from '../ui/icon';
import { SCREEN_VIEWS, TASK_VIEWS } from './feature-views';
import { LIST_ICONS } from './resource-views';

const VIEWS = {
  ...SCREEN_VIEWS,
  connect: { icon: Plug },
  settings: { icon: Settings },
  guide: { icon: BookOpen },
} as const;

/** Returns the icon of a screen: of its list, its task, or its own. */
export function screenIcon({ route }: AppScreen): Icon {
  if (route.screen === 'resource') return LIST_ICONS[route.resource].icon;
  const view = route.screen === 'task' ? TASK_VIEWS[route.task] : VIEWS[route.screen];
  return view.icon;
}
