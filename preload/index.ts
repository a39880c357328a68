import { ipcRenderer } from 'electron';
import { PORT_MESSAGE, type PortMessage, type PortName } from '#contract/ports';

/* The bridge passes message ports to the page and does nothing else: no API object, no channel names. To each
   request, the app process responds with a "desktop" port and, if an engine runs, an "engine" port. It also sends an
   "engine" port whenever an engine starts. The frame of tax IDs gets a "values" port. */
interface ReceivedPort {
  readonly name: PortName;
  readonly ports: readonly MessagePort[];
}

/**
 * The number of the latest request. Counts up from the time at which the page started, so that a response to the
 * previous page, or to the empty page before this one, has another number and is ignored.
 */
let requestNumber = performance.timeOrigin;
let hasListener = false;
/** Ports that arrived before the page listened. */
const earlyPorts: ReceivedPort[] = [];

function requestPorts(): void {
  requestNumber += 1;
  earlyPorts.length = 0;
  ipcRenderer.send(PORT_MESSAGE, requestNumber);
}

const passPort = ({ name, ports }: ReceivedPort): void =>
  window.postMessage({ type: PORT_MESSAGE, name }, window.location.origin, [...ports]);

ipcRenderer.on(PORT_MESSAGE, ({ ports }, { name, request }: PortMessage) => {
  if (request !== undefined && request !== requestNumber) ports.forEach((port) => port.close());
  else if (hasListener) passPort({ name, ports });
  else earlyPorts.push({ name, ports });
});

// The page announces its listener, so that no port is lost, and requests new ports by announcing again.
window.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (event.source !== window || data !== PORT_MESSAGE) return;
  // Requests again unless the early request has a response, because it may have been dropped. The engine's port also
  // comes unrequested, so it is not a response.
  if (hasListener || earlyPorts.every(({ name }) => name === 'engine')) requestPorts();
  hasListener = true;
  earlyPorts.splice(0).forEach(passPort);
});

// Requests early: the app process responds while the page's script compiles.
requestPorts();
