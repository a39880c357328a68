import { addDays, localDay } from '#contract/dates';

/** Days that a waiver lasts unless the user chooses a different last day. */
const WAIVER_DAYS = 90;

/** What was typed into the dialog of a waiver. It stays when the dialog or the screen is left. */
export class WaiverText {
  reason = $state('');
  #chosenUntil = $state<string | null>(null);

  /** The last day, as last chosen; by default counted from today, also if the app has run for days. */
  get until(): string {
    return this.#chosenUntil ?? addDays(localDay(new Date()), WAIVER_DAYS);
  }

  set until(day: string) {
    this.#chosenUntil = day;
  }
}

const texts = new Map<string, WaiverText>();

/** Returns what was typed for a connection: reasons of one firm are never offered for another. */
export function waiverTextOf(connectionId: string): WaiverText {
  const text = texts.get(connectionId) ?? new WaiverText();
  texts.set(connectionId, text);
  return text;
}
