import { createHash, sign } from 'node:crypto';
import { joiningState } from './admission';
import { idBytes } from './bytes';
import { isSignature } from './entry';
import { openJoinAnswer } from './invitation';
import type { KnownInvitation } from './invitations';
import type { LogDatabase } from './log-database';
import { hashedId, type MemberKeys } from './member-keys';
import type { TeamSelf, TeamStore } from './saved-work/team-store';

interface JoinRequestDeps {
  readonly store: TeamStore;
  readonly keys: () => MemberKeys;
  readonly invitations: () => readonly KnownInvitation[];
}

interface Withdrawal {
  readonly team: string;
  readonly invitation: string;
}

/** What the inviter signs to tell a waiting colleague, who can't read the log, that an invitation was withdrawn. */
const withdrawalBytes = ({ team, invitation }: Withdrawal): Buffer =>
  Buffer.concat([Buffer.from('firm-desk team withdrawal 1\0'), idBytes(team), idBytes(invitation)]);

/** Returns the ID under which the database has the notice of a withdrawal. */
const withdrawalId = (withdrawal: Withdrawal): string =>
  hashedId(createHash('sha256').update(withdrawalBytes(withdrawal)).digest());

/** Exchanges requests to join, and notices of withdrawn invitations, through the database: they are not in the log. */
export class JoinRequests {
  readonly #deps: JoinRequestDeps;
  /** Withdrawn invitations that were announced to this database. */
  readonly #announced = new Set<string>();

  constructor(deps: JoinRequestDeps) {
    this.#deps = deps;
  }

  /** Announces withdrawals again in the next exchange: a failover may have lost the earlier notices. */
  announceAgain(): void {
    this.#announced.clear();
  }

  /** Reads what concerns this computer, and announces withdrawals. */
  async exchange(log: LogDatabase): Promise<void> {
    const { self } = this.#deps.store;
    if (self?.state === 'member') await this.#exchangeAsMember(log, self);
    else if (self?.state === 'joining') await this.#exchangeAsJoiner(log, self);
  }

  /** Reads colleagues' answers to the open invitations of this computer, and announces those that were withdrawn. */
  async #exchangeAsMember(log: LogDatabase, self: TeamSelf): Promise<void> {
    const { store } = this.#deps;
    const invitations = this.#deps.invitations();
    const open = invitations.flatMap(({ summary, row }) =>
      summary.state === 'open' && row?.request === null ? [row] : [],
    );
    const withdrawn = invitations.filter(
      ({ summary: { id }, withdrawer, inviter }) =>
        withdrawer !== null &&
        (withdrawer === self.member || inviter === self.member) &&
        !this.#announced.has(id),
    );
    const requests = await log.joinRequests([
      ...open.map(({ id }) => id),
      ...withdrawn.flatMap(({ summary: { id } }) => [id, withdrawalId({ team: self.team, invitation: id })]),
    ]);
    for (const { invitation, member, body } of requests) {
      const row = open.find(({ id }) => id === invitation);
      const answer = row && openJoinAnswer(invitation, row.key, body);
      if (row && answer?.member === member) store.putInvitation({ ...row, request: JSON.stringify(answer) });
    }
    const known = new Set(requests.map(({ invitation }) => invitation));
    for (const invitation of withdrawn) await this.#announce(log, self, invitation, known);
  }

  /** Uses up an invitation that this member withdrew, and signs the notice of one that this member wrote. */
  async #announce(
    log: LogDatabase,
    { team, member }: TeamSelf,
    { summary: { id }, withdrawer, inviter }: KnownInvitation,
    known: ReadonlySet<string>,
  ): Promise<void> {
    const put = async (invitation: string, body: Buffer) => {
      if (!known.has(invitation)) await log.requestJoin({ invitation, member, body });
    };
    // Only the first request for an invitation counts.
    if (withdrawer === member) await put(id, Buffer.alloc(0));
    if (inviter === member) {
      const withdrawal = { team, invitation: id };
      await put(withdrawalId(withdrawal), sign(null, withdrawalBytes(withdrawal), this.#deps.keys().signKey));
    }
    this.#announced.add(id);
  }

  /**
   * Reads whether the inviter says that the invitation used here was withdrawn; an admission counts even then. Sends the
   * request again if the database lost it.
   */
  async #exchangeAsJoiner(log: LogDatabase, { team, member, joining }: TeamSelf): Promise<void> {
    if (joining === null) return;
    const state = joiningState.parse(JSON.parse(joining));
    const { invitation, inviter, isWithdrawn, request } = state;
    if (isWithdrawn) return;
    const withdrawal = { team, invitation };
    const noticeId = withdrawalId(withdrawal);
    const known = await log.joinRequests([invitation, noticeId]);
    const notice = known.find((each) => each.invitation === noticeId);
    const signer = Buffer.from(inviter.sign, 'hex');
    if (notice && isSignature(notice.body, signer, withdrawalBytes(withdrawal)))
      this.#deps.store.changeSelf({ joining: JSON.stringify({ ...state, isWithdrawn: true }) });
    else if (request !== null && !known.some((each) => each.invitation === invitation))
      await log.requestJoin({ invitation, member, body: Buffer.from(request, 'base64') });
  }
}
