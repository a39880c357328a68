import Check from '@lucide/svelte/icons/check';
import ExternalLink from '@lucide/svelte/icons/external-link';
import Flag from '@lucide/svelte/icons/flag';
import Pencil from '@lucide/svelte/icons/pencil';
import NotebookPen from '@lucide/svelte/icons/notebook-pen';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import FolderInput from '@lucide/svelte/icons/folder-input';
import TimerOff from '@lucide/svelte/icons/timer-off';
import UserRound from '@lucide/svelte/icons/user-round';
import type { FindingState } from '#contract/features/review/schemas';
import type { Icon } from '../../ui/icon';

export type ActionName =
  'open' | 'edit' | 'reviewed' | 'waived' | 'flagged' | 'owner' | 'note' | 'reopen' | 'group';

export interface FindingAction {
  readonly name: ActionName;
  readonly label: string;
  /** One letter, pressed without modifiers. */
  readonly key: string;
  readonly icon: Icon;
  /** Returns true if the action applies to a finding in this state. */
  readonly appliesTo: (state: FindingState) => boolean;
  /** True if it can be applied to several findings at once. */
  readonly isForMany: boolean;
  /** True if it writes a mark, which viewers of a team are not allowed to. */
  readonly writesMark: boolean;
}

const always = () => true;

/** The actions on findings and their keys: the single source for buttons, tooltips and the keyboard. */
export const ACTIONS: readonly FindingAction[] = [
  {
    name: 'open',
    label: 'Open record',
    key: 'O',
    icon: ExternalLink,
    appliesTo: always,
    isForMany: false,
    writesMark: false,
  },
  {
    name: 'edit',
    label: 'Edit…',
    key: 'E',
    icon: Pencil,
    appliesTo: always,
    isForMany: false,
    writesMark: false,
  },
  {
    name: 'reviewed',
    label: 'Mark reviewed',
    key: 'R',
    icon: Check,
    appliesTo: (state) => state !== 'reviewed',
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'waived',
    label: 'Waive…',
    key: 'W',
    icon: TimerOff,
    appliesTo: always,
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'flagged',
    label: 'Flag',
    key: 'F',
    icon: Flag,
    appliesTo: (state) => state !== 'flagged',
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'note',
    label: 'Note…',
    key: 'N',
    icon: NotebookPen,
    appliesTo: always,
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'owner',
    label: 'Assign…',
    key: 'A',
    icon: UserRound,
    appliesTo: always,
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'reopen',
    label: 'Reopen',
    key: 'U',
    icon: RotateCcw,
    appliesTo: (state) => state !== 'open',
    isForMany: true,
    writesMark: true,
  },
  {
    name: 'group',
    label: 'Add to billing group…',
    key: 'G',
    icon: FolderInput,
    appliesTo: always,
    isForMany: true,
    writesMark: false,
  },
];
