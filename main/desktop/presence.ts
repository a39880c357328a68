import { powerMonitor, type BrowserWindow } from 'electron';
import type { Presence } from '../../preload/contract/calls/desktop';
import type { Events } from '../common/observable';

/** Tells when the window loses or gets the focus, and when the computer is locked or sent to sleep. */
export function watchPresence(window: BrowserWindow, presence: Events<Presence>): void {
  window.on('blur', () => presence.emit('blur'));
  window.on('focus', () => presence.emit('focus'));
  const locked = () => presence.emit('lock');
  const moments = ['lock-screen', 'suspend'] as const;
  for (const moment of moments) powerMonitor.on(moment as 'suspend', locked);
  window.on('closed', () => {
    for (const moment of moments) powerMonitor.off(moment as 'suspend', locked);
  });
}
