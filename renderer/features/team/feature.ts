import type { FeatureViews } from '../feature';
import { teamTasks } from './team-to-do.svelte';

export const TEAM_VIEWS = { todayTasks: teamTasks } as const satisfies FeatureViews;
