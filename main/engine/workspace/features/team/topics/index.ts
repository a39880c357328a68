import type { z } from 'zod';
import { CLAIM_TOPIC } from './claims';
import { MARK_TOPIC } from './review-marks';
import type { SharedTopic } from './shared-topic';

/** Everything that a team shares. */
export const SHARED_TOPICS = [MARK_TOPIC, CLAIM_TOPIC] as const;

type Topic = (typeof SHARED_TOPICS)[number];
export type TopicName = Topic['name'];
export type TopicValue<Name extends TopicName> = z.output<Extract<Topic, { name: Name }>['value']>;

/** Topics without the types of their values. */
export type AnyTopic = SharedTopic<TopicName, z.ZodType>;
export const ANY_TOPICS: readonly AnyTopic[] = SHARED_TOPICS;
