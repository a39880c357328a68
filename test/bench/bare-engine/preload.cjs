const { ipcRenderer } = require('electron');
ipcRenderer.on('port', ({ ports: [port] }) => {
  port.onmessage = ({ data: rows }) => {
    const grid = document.querySelector('[role=grid]');
    for (const [index, cells] of rows.entries()) {
      const row = grid.insertRow();
      row.role = 'row';
      row.ariaRowIndex = String(index + 2); // the first one is the heading
      for (const cell of cells) Object.assign(row.insertCell(), { role: 'gridcell', textContent: cell });
    }
  };
});
window.addEventListener('DOMContentLoaded', () => ipcRenderer.send('port'));
