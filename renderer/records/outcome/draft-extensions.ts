import { getContext, setContext, type Component, type Snippet } from 'svelte';
import type { ConflictChoices, Draft } from '#contract/edit';
import type { Failure } from '#contract/failure';
import type { ApprovalSubject } from '#contract/features/team/approval-calls';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';

/** Props of the component that shows the effects of a draft in its preview. */
export interface DraftEffectsProps {
  readonly engine: EngineClient;
  readonly draft: Draft;
  /** The user's choices in conflicts, which are not saved yet. */
  readonly choices?: ConflictChoices;
  /** Version of the data on this computer; checks again when it changes. */
  readonly version: number;
  readonly go: Go;
  /** Shows a row of the draft; without it, records to create are not links. */
  readonly onrow?: (index: number) => void;
  /** Called when Send must wait for a check, and when that wait ends. */
  readonly onchecking?: (isChecking: boolean) => void;
}

/** Props of what a team adds to the page of a draft. */
export interface DraftToolProps {
  readonly engine: EngineClient;
  readonly draft: Draft;
  readonly go: Go;
}

export interface SendGateProps {
  readonly engine: EngineClient;
  /** A draft, or a job that was planned without one. */
  readonly subject: Exclude<ApprovalSubject, { kind: 'period' }>;
  /** What would be sent, such as "Edit 12 accounts". */
  readonly title: string;
  /** The engine decides again when it changes. */
  readonly version: string;
  readonly busy: boolean;
  /** Send, as it is without a team. */
  readonly children: Snippet;
}

/** What a team adds to the page of a draft: actions in its bar, notices above Send, and the gate before it. */
export interface DraftTools {
  readonly actions: Component<DraftToolProps>;
  readonly notices: Component<DraftToolProps>;
  /** Renders Send, or what the user must do first. */
  readonly gate: Component<SendGateProps>;
}

/** What features add to all previews of drafts. */
interface DraftExtensions {
  readonly tools?: DraftTools | undefined;
  readonly effects: Component<DraftEffectsProps>;
  /** Navigates from a dialog, which has no `go` prop. */
  readonly go: Go;
}

/** Context key of the extensions. */
export const DRAFT_EXTENSIONS_KEY = Symbol('draft extensions');

/** Provides the extensions to all previews of drafts below. */
export const provideDraftExtensions = (extensions: DraftExtensions): void =>
  void setContext(DRAFT_EXTENSIONS_KEY, extensions);
/** Returns null outside the shell. */
export const draftExtensions = (): DraftExtensions | null =>
  getContext<DraftExtensions | undefined>(DRAFT_EXTENSIONS_KEY) ?? null;

/** Returns whether a job stopped before anything was sent, because a colleague must approve it. */
export const isApprovalFailure = (failure: Failure | null | undefined): boolean =>
  failure?.detail?.code === 'approval-needed' || failure?.detail?.code === 'approval-offline';
