import { ipcRenderer } from 'electron';
import { PORT_MESSAGE, type PortMessage, type PortName } from './contract/ports';

/* The bridge passes message ports to the page and does nothing else: no API object, no channel names. The
   app process sends a "desktop" port per request, and an "engine" port whenever an engine starts. */
interface Handed {
  readonly name: PortName;
  readonly ports: readonly MessagePort[];
}

/**
 * The page's latest request number, counted from its start. An answer to an earlier number, or to the empty
 * page before this one, is ignored.
 */
let asked = performance.timeOrigin;
let isHeard = false;
/** Ports that arrived before the page listened. */
const early: Handed[] = [];

function ask(): void {
  asked += 1;
  early.length = 0;
  ipcRenderer.send(PORT_MESSAGE, asked);
}

const pass = ({ name, ports }: Handed): void =>
  window.postMessage({ type: PORT_MESSAGE, name }, window.location.origin, [...ports]);

ipcRenderer.on(PORT_MESSAGE, ({ ports }, { name, question }: PortMessage) => {
  if (question !== undefined && question !== asked) ports.forEach((port) => port.close());
  else if (isHeard) pass({ name, ports });
  else early.push({ name, ports });
});

// The page announces its listener, so that no port is lost, and requests new ports by announcing again.
window.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (event.source !== window || data !== PORT_MESSAGE) return;
  // The engine's port also comes unrequested, so it is not an answer.
  if (isHeard || early.every(({ name }) => name === 'engine')) ask();
  isHeard = true;
  early.splice(0).forEach(pass);
});

// Requests early: the app process answers while the page's script compiles.
ask();
