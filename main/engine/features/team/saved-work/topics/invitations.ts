import { z } from 'zod';
import { teamRole } from '#contract/features/team/schemas';
import { MAX_MEMBER_NAME } from '#contract/features/team/member-name';
import { sharedTopic } from './shared-topic';

const sharedInvitation = z.object({
  /** The invited colleague. */
  name: z.string().max(MAX_MEMBER_NAME),
  role: teamRole,
  /** ISO, UTC. */
  expires: z.iso.datetime(),
  state: z.enum(['open', 'withdrawn', 'used']),
});
export type SharedInvitation = z.output<typeof sharedInvitation>;

/** Invitations, so that every admin sees all of them. The keys that open them stay on the inviter's computer. */
export const INVITATION_TOPIC = sharedTopic({
  name: 'invitation',
  value: sharedInvitation,
  maxItems: 100,
  mayWrite: (role) => role === 'admin',
  open: () => ({ settle: () => undefined }), // read from the items
});
