// Baseline of keys, scrolling and opening a record: one window with a bare list.
const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true } });
  window.loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
