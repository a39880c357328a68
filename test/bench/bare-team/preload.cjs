const { ipcRenderer } = require('electron');
ipcRenderer.on('port', ({ ports: [port] }) => {
  port.onmessage = ({ data: text }) => {
    document.querySelector('output').textContent = text;
  };
  let count = 0;
  document.addEventListener('keydown', () => port.postMessage(`mark ${(count += 1)}`));
});
window.addEventListener('DOMContentLoaded', () => ipcRenderer.send('port'));
