import type { z } from 'zod';
import { AGREED_TERMS_TOPIC } from './agreed-terms';
import { APPROVAL_RULES_TOPIC, APPROVAL_TOPIC } from './approvals';
import { CLAIM_TOPIC } from './claims';
import { FEE_COLUMNS_TOPIC } from './fee-columns';
import { FILE_RESULT_TOPIC, SAVED_FILE_TOPIC, SIGN_OFF_TOPIC } from './fee-files';
import { HAND_OVER_TOPIC } from './hand-over';
import { PERIOD_SAMPLE_TOPIC, SAMPLE_VERDICT_TOPIC } from './period-samples';
import { PERIOD_CHECK_TOPIC, PERIOD_SIGNATURE_TOPIC, PERIOD_STEPS_TOPIC, STEP_MARK_TOPIC } from './periods';
import { INVITATION_TOPIC } from './invitations';
import { REPLACED_FILE_TOPIC } from './replaced-files';
import { MARK_TOPIC } from './review-marks';
import { ROI_CONTACT_TOPIC, ROI_PLAN_TOPIC, ROI_TURNAROUND_TOPIC } from './roi-lists';
import { ROI_REQUEST_TOPIC } from './roi-requests';
import type { SharedTopic } from './shared-topic';
import { FIRM_LIMIT_TOPIC, RETIRED_TOPIC } from './fee-settings';

/** Everything that a team shares. */
const TOPICS = [
  MARK_TOPIC,
  CLAIM_TOPIC,
  HAND_OVER_TOPIC,
  ROI_REQUEST_TOPIC,
  RETIRED_TOPIC,
  AGREED_TERMS_TOPIC,
  FIRM_LIMIT_TOPIC,
  APPROVAL_TOPIC,
  APPROVAL_RULES_TOPIC,
  SAVED_FILE_TOPIC,
  FILE_RESULT_TOPIC,
  SIGN_OFF_TOPIC,
  REPLACED_FILE_TOPIC,
  ROI_CONTACT_TOPIC,
  ROI_TURNAROUND_TOPIC,
  ROI_PLAN_TOPIC,
  PERIOD_STEPS_TOPIC,
  STEP_MARK_TOPIC,
  PERIOD_CHECK_TOPIC,
  PERIOD_SAMPLE_TOPIC,
  SAMPLE_VERDICT_TOPIC,
  PERIOD_SIGNATURE_TOPIC,
  FEE_COLUMNS_TOPIC,
  INVITATION_TOPIC,
] as const;

type Topic = (typeof TOPICS)[number];
export type TopicName = Topic['name'];
export type TopicValue<Name extends TopicName> = z.output<Extract<Topic, { name: Name }>['value']>;

export type AnyTopic = SharedTopic<TopicName, z.ZodType>;
/** Everything that a team shares, without the types of the values. */
export const SHARED_TOPICS: readonly AnyTopic[] = TOPICS;
