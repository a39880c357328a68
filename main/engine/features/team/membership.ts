import type { TeamRole } from '#contract/features/team/schemas';
import { distinctName } from '#contract/features/team/member-name';
import type { MembershipContent } from './content';
import { teamIdOf, type PublicKeys } from './member-keys';

interface RoleChange {
  readonly place: number;
  /** Null: no longer a member. */
  readonly role: TeamRole | null;
}

export interface Member {
  readonly id: string;
  /** Unique within the team: a later member with the same name gets a number. */
  readonly name: string;
  readonly keys: PublicKeys;
  /** In the order of the log. */
  readonly roles: RoleChange[];
}

const keysOf = ({ sign, seal }: { readonly sign: string; readonly seal: string }): PublicKeys => ({
  sign: Buffer.from(sign, 'hex'),
  seal: Buffer.from(seal, 'hex'),
});

/** Tracks who is on the team, with which keys and role, at each place of the log. */
export class Membership {
  readonly #team: string;
  readonly #members = new Map<string, Member>();
  readonly #left = new Set<string>();
  #name = '';
  #epoch = 0;

  /** `known` members count from the beginning, before their admission is read. */
  constructor(team: string, known: readonly Member[] = []) {
    this.#team = team;
    for (const member of known) this.#members.set(member.id, { ...member, roles: member.roles.slice(0, 1) });
  }

  get teamName(): string {
    return this.#name;
  }

  /** The number of the newest team key: 1 from the founding on, and one more with each removal. */
  get epoch(): number {
    return this.#epoch;
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  member(id: string): Member | undefined {
    return this.#members.get(id);
  }

  /**
   * Returns a member's role for an entry at this place; null if it may write nothing. The first role counts for
   * earlier places, too: entries that a failover lost are sent again, in another order.
   */
  roleAt(id: string, place: number): TeamRole | null {
    const roles = this.#members.get(id)?.roles ?? [];
    return (roles.findLast((change) => change.place <= place) ?? roles[0])?.role ?? null;
  }

  /** Returns a member's role as far as the log was read. */
  roleOf(id: string): TeamRole | null {
    return this.#members.get(id)?.roles.at(-1)?.role ?? null;
  }

  /** Returns whether these are all members at this place, or all but one, whose removal begins a new key. */
  areAllButOne(ids: ReadonlySet<string>, place: number): boolean {
    const members = this.members.filter(({ roles }) => {
      const last = roles.findLast((change) => change.place <= place);
      return last !== undefined && last.role !== null;
    });
    const included = members.filter(({ id }) => ids.has(id)).length;
    return included === ids.size && included >= members.length - 1;
  }

  /** Returns whether a member left; false if an admin removed the member. */
  hasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** Members who are on the team now. */
  get active(): readonly Member[] {
    return this.members.filter(({ id }) => this.roleOf(id) !== null);
  }

  /** Returns whether this member is the only one on the team. */
  isAlone(id: string): boolean {
    return this.active.every((member) => member.id === id);
  }

  /** Returns whether the team would have no admin if this member had this role. */
  wouldLackAdmin(id: string, role: TeamRole | null): boolean {
    return (
      role !== 'admin' && !this.active.some((other) => other.id !== id && this.roleOf(other.id) === 'admin')
    );
  }

  /** Applies an entry by `author`; false if it is not permitted. */
  apply(author: string, place: number, content: MembershipContent): boolean {
    if (content.kind === 'founded') return this.#found(author, place, content);
    if (content.kind === 'left') {
      const isChanged = this.#change(author, place, null);
      if (isChanged) this.#left.add(author);
      return isChanged;
    }
    if (this.roleAt(author, place) !== 'admin') return false;
    if (content.kind === 'admitted') {
      const known = this.#members.get(content.member);
      // Counts for a member who was known from the beginning, if it is the same admission; a second one never does.
      if (known) return known.roles[0]?.place === place;
      const roles = [{ place, role: content.role }];
      this.#members.set(content.member, {
        id: content.member,
        name: distinctName(
          content.name,
          this.members.map(({ name }) => name),
        ),
        keys: keysOf(content),
        roles,
      });
      return true;
    }
    const isChanged = this.#change(content.member, place, content.kind === 'role' ? content.role : null);
    if (isChanged && content.kind === 'removed') this.#epoch += 1;
    return isChanged;
  }

  /** Returns whether an entry by `author` after all that was read would be permitted. */
  allows(author: string, content: MembershipContent): boolean {
    if (content.kind === 'founded') return this.#name === '';
    if (content.kind === 'left') return this.#mayChange(author, null);
    if (this.roleOf(author) !== 'admin') return false;
    if (content.kind === 'admitted') return !this.#members.has(content.member);
    return this.#mayChange(content.member, content.kind === 'role' ? content.role : null);
  }

  #found(author: string, place: number, content: MembershipContent & { kind: 'founded' }): boolean {
    const keys = keysOf(content);
    if (this.#name !== '' || teamIdOf(keys, Buffer.from(content.salt, 'hex')) !== this.#team) return false;
    this.#name = content.team;
    this.#epoch = 1;
    this.#members.set(author, { id: author, name: content.name, keys, roles: [{ place, role: 'admin' }] });
    return true;
  }

  /** A former member stays former; the last admin stays admin. */
  #mayChange(id: string, role: TeamRole | null): boolean {
    return this.roleOf(id) !== null && !this.wouldLackAdmin(id, role);
  }

  #change(id: string, place: number, role: TeamRole | null): boolean {
    if (!this.#mayChange(id, role)) return false;
    this.#members.get(id)?.roles.push({ place, role });
    return true;
  }
}
