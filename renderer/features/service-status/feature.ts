import type { FeatureViews } from '../feature';
import ServiceStatusCard from './ServiceStatusCard.svelte';

export const SERVICE_STATUS_VIEWS = {
  today: { column: 'state', card: ServiceStatusCard },
} as const satisfies FeatureViews;
