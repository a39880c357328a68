import { ipcRenderer } from 'electron';
import { PORT_MESSAGE } from './contract/ports';

/*
 * The bridge hands message ports to the page and does nothing else: no API object, no channel names.
 * Main sends a port named "desktop" once and one named "engine" each time an engine starts.
 */
ipcRenderer.on(PORT_MESSAGE, (event, name: unknown) => {
  window.postMessage({ type: PORT_MESSAGE, name }, window.location.origin, event.ports);
});

// The page asks when its listener stands, so that no port is lost in between.
window.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (event.source === window && data === PORT_MESSAGE) ipcRenderer.send(PORT_MESSAGE);
});
