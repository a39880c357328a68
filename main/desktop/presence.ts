import type { BrowserWindow } from 'electron';
import type { Presence } from '#contract/calls/desktop';
import type { Events } from '../common/observable';

/** Emits when the window loses or gains focus. */
export function watchPresence(window: BrowserWindow, presence: Events<Presence>): void {
  window.on('blur', () => presence.emit('blur'));
  window.on('focus', () => presence.emit('focus'));
}
