import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import {
  answerInput,
  approvalNamed,
  approvalOf,
  approvalRows,
  approvalRules,
  askInput,
  followApprovals,
} from './approvals';
import {
  declineInput,
  draftHolderOf,
  draftNamed,
  followHandOvers,
  handOverInput,
  handOverRows,
} from './hand-overs';
import { MAX_MEMBER_NAME } from './member-name';
import {
  emptyTeamOutcome,
  teamState,
  teamDatabase,
  teamOutcome,
  databaseCheck,
  teamRole,
  invitationSummary,
  broughtWork,
  teamMemberId,
  claimSubject,
  colleaguesWork,
  teamIssue,
  sharedMark,
} from './schemas';

const call = oc.errors(errors);
const code = z.string().trim().min(1).max(40);
const personName = z.string().trim().min(1).max(MAX_MEMBER_NAME);

const password = z.string().min(1).max(1_000);

/** A team on one firm: shared work on a PostgreSQL database. */
export const teamContract = {
  followHandOvers,
  handOverRows,
  draftHolderOf,
  /** Offers a draft to a colleague; from now on it can neither be changed nor sent here. Works without the database. */
  handOver: call.input(handOverInput).output(emptyTeamOutcome),
  /** Takes over an offered draft. Needs the database, which says who was first. */
  takeHandOver: call.input(draftNamed).output(emptyTeamOutcome),
  declineHandOver: call.input(declineInput).output(emptyTeamOutcome),
  /** Withdraws an offer that was not taken yet. Needs the database. */
  takeBackHandOver: call.input(draftNamed).output(emptyTeamOutcome),
  followApprovals,
  approvalRows,
  approvalOf,
  /** Requests approval of what would be sent or signed. Works without the database. */
  askApproval: call.input(askInput).output(emptyTeamOutcome),
  /** Signs the hash of exactly the changes of a colleague's request. Needs the database. */
  approve: call.input(answerInput).output(emptyTeamOutcome),
  declineApproval: call.input(answerInput).output(emptyTeamOutcome),
  withdrawApproval: call.input(approvalNamed).output(emptyTeamOutcome),
  /** Sets which changes need a second person's approval; for admins. */
  setApprovalRules: call.input(approvalRules).output(emptyTeamOutcome),
  follow: call.output(eventIterator(teamState)),
  /** Connects, and returns whether the tables exist or may be created. Changes nothing. */
  check: call
    .input(z.object({ database: teamDatabase, password }))
    .output(teamOutcome({ check: databaseCheck })),
  /** Creates the tables if they are missing and may be created, and the team with this user as its admin. */
  createTeam: call
    .input(z.object({ database: teamDatabase, password, team: personName, name: personName }))
    .output(emptyTeamOutcome),
  /** Writes an invitation to the granted file. The code is shown once; the user reads it out by phone. */
  invite: call
    .input(z.object({ grant: z.string(), name: personName, role: teamRole }))
    .output(teamOutcome({ invitation: z.uuid(), code: z.string(), expires: z.string() })),
  /** Opens an invitation file with its code. */
  readInvitation: call
    .input(z.object({ grant: z.string(), code }))
    .output(teamOutcome({ invitation: invitationSummary })),
  /** Asks to be admitted; the state becomes `joining` and shows the words to compare. */
  join: call
    .input(
      z.object({
        grant: z.string(),
        code,
        login: teamDatabase.shape.login,
        password,
        ca: teamDatabase.shape.ca,
        /** Which work on this computer goes into the team's log. */
        bring: z.array(broughtWork),
      }),
    )
    .output(emptyTeamOutcome),
  /** Gives up joining. */
  cancelJoin: call.output(emptyTeamOutcome),
  /** Admits the colleague, whose words match. */
  admit: call.input(z.object({ invitation: z.uuid() })).output(emptyTeamOutcome),
  /** Withdraws an invitation, or declines its colleague. */
  withdraw: call.input(z.object({ invitation: z.uuid() })).output(emptyTeamOutcome),
  setRole: call.input(z.object({ member: teamMemberId, role: teamRole })).output(emptyTeamOutcome),
  /** Removes a member; later entries are encrypted with a new key. */
  remove: call.input(z.object({ member: teamMemberId })).output(emptyTeamOutcome),
  /** Leaves the team. All work that was read stays on this computer. */
  leave: call.output(emptyTeamOutcome),
  /** Forgets the team on this computer while the database can't be reached: the team still lists this member. */
  leaveOffline: call.output(emptyTeamOutcome),
  /** Changes the address or the sign-in. A null password: the stored one stays. */
  setDatabase: call
    .input(z.object({ database: teamDatabase, password: password.nullable() }))
    .output(emptyTeamOutcome),
  /** Connects and reads now instead of waiting for the next attempt. */
  syncNow: call.output(z.void()),
  /** Claims subjects for this member. Refused as `claimed` if a colleague was first. */
  claim: call.input(z.object({ subjects: z.array(claimSubject).min(1).max(500) })).output(emptyTeamOutcome),
  /** Releases this member's claims. */
  releaseClaims: call
    .input(z.object({ subjects: z.array(claimSubject).min(1).max(500) }))
    .output(emptyTeamOutcome),
  /** Called by the Today screen; counts as a visit if the user is there. */
  sinceVisit: call.input(z.object({ isPresent: z.boolean() })).output(colleaguesWork),
  issues: call
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) }))
    .output(z.object({ items: z.array(teamIssue), total: z.int() })),
  /** Returns the marks of a finding, the latest in the log first. */
  history: call
    .input(z.object({ rule: z.string().max(100), key: z.string().max(200) }))
    .output(z.object({ items: z.array(sharedMark) })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly team: typeof teamContract;
  }
}
