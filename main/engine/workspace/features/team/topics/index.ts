import type { z } from 'zod';
import { MARK_TOPIC } from './review-marks';

/** Everything that a team shares. */
export const SHARED_TOPICS = [MARK_TOPIC] as const;

type Topic = (typeof SHARED_TOPICS)[number];
export type TopicName = Topic['name'];
export type TopicValue<Name extends TopicName> = z.output<Extract<Topic, { name: Name }>['value']>;
