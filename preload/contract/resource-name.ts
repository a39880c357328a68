import { z } from 'zod';
import { RESOURCE_NAMES } from './resources';

export const resourceName = z.enum(RESOURCE_NAMES);
