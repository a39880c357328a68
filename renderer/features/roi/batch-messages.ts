import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { count, countOf, listText } from '../../ui/format';
import type { RoiRequestForm } from './request-form.svelte';
import { EMPTY_DRAFT, needsOfStep, PERSON_NEEDS } from './steps';
import { custodianName } from './messages';

/** Labels of the shared fields of a batch, for the middle of a sentence. */
export const SHARED_LABELS: Readonly<
  Record<keyof Pick<RoiDraftContent, 'firmName' | 'senderName' | 'cc' | 'replyTo'>, string>
> = { firmName: 'your firm', senderName: 'the sender', cc: 'CC', replyTo: 'reply-to' };

/** "ROI requests to 3 custodians". */
export function batchTitle(requests: readonly RoiRequestForm[] | null): string {
  if (!requests || requests.length === 0) return 'New ROI requests';
  return requests.length === 1
    ? 'ROI request to 1 custodian'
    : `ROI requests to ${count(requests.length)} custodians`;
}

/** Returns what the user must still enter or correct; for fields of single requests, with their custodians. */
export function needsOfBatch(waiting: readonly RoiRequestForm[]): string[] {
  const needs = [...new Set(waiting.flatMap((item) => item.needs))];
  return needs.map((need) => {
    if (SHARED_NEEDS.has(need)) return need;
    const lacking = waiting.filter((item) => item.needs.includes(need));
    const names = lacking.map(({ form }) => custodianName(form.content.custodian ?? ''));
    return `${need.replace(/\.$/, '')}: ${listText(names)}.`;
  });
}
const SHARED_NEEDS: ReadonlySet<string> = new Set([
  PERSON_NEEDS.firmName,
  PERSON_NEEDS.senderName,
  ...needsOfStep(EMPTY_DRAFT, 'emails'),
]);

/** Returns why the other requests wait: the last attempt is not known to be sent; empty if it is. */
export function whyStoppedText(requests: readonly RoiRequestForm[] | null, waiting: number): string {
  const last = (requests ?? []).findLast(({ request }) => request !== null)?.request;
  if (!last || last.state === 'sent') return '';
  return `Stopped after ${custodianName(last.custodian)}. ${countOf(waiting, 'request has', 'requests have')} not been sent.`;
}
