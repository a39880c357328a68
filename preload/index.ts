import { ipcRenderer } from 'electron';
import { PORT_MESSAGE, type PortMessage, type PortName } from './contract/ports';

/*
 * The bridge hands message ports to the page and does nothing else: no API object, no channel names.
 * Main sends a port named "desktop" for each time it was asked, and one named "engine" each time an engine starts.
 */
interface Handed {
  readonly name: PortName;
  readonly ports: readonly MessagePort[];
}

/**
 * The last question of this page, counted from when it began; main answers with that number, and an answer to an earlier
 * question is none, nor one to the empty page that was in its place.
 */
let asked = performance.timeOrigin;
let isHeard = false;
/** What came before the page listened. */
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

// The page says when its listener stands, so that no port is lost in between, and asks for others by saying it again.
window.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (event.source !== window || data !== PORT_MESSAGE) return;
  // The engine's port comes unasked, too: it is no answer.
  if (isHeard || early.every(({ name }) => name === 'engine')) ask();
  isHeard = true;
  early.splice(0).forEach(pass);
});

// Before the page's script is there: main answers while it is compiled and run.
ask();
