// Baseline of a start to cached rows: Electron with one window, a process that opens an encrypted database
// (`BASELINE_DATABASE`, its path) and reads fifty rows of it, and a page that draws them.
const { app, BrowserWindow, ipcMain, MessageChannelMain, utilityProcess } = require('electron');
const path = require('node:path');
app.whenReady().then(() => {
  const engine = utilityProcess.fork(path.join(__dirname, 'engine.cjs'));
  const preload = path.join(__dirname, 'preload.cjs');
  const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true, preload } });
  ipcMain.once('port', () => {
    const { port1, port2 } = new MessageChannelMain();
    engine.postMessage(process.env.BASELINE_DATABASE, [port1]);
    window.webContents.postMessage('port', null, [port2]);
  });
  window.loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
