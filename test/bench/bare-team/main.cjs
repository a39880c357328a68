// Baseline of a shared mark: Electron with one window and a process that stores a row in PostgreSQL after a key
// (`BARE_POSTGRES`, the options of its connections), and shows the row that another such app stored.
const { app, BrowserWindow, ipcMain, MessageChannelMain, utilityProcess } = require('electron');
const path = require('node:path');
app.whenReady().then(() => {
  const engine = utilityProcess.fork(path.join(__dirname, 'engine.cjs'));
  const preload = path.join(__dirname, 'preload.cjs');
  const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true, preload } });
  ipcMain.once('port', () => {
    const { port1, port2 } = new MessageChannelMain();
    engine.postMessage(JSON.parse(process.env.BARE_POSTGRES), [port1]);
    window.webContents.postMessage('port', null, [port2]);
  });
  window.loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
