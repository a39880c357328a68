import { app, Menu, nativeImage, Tray } from 'electron';
import path from 'node:path';

/** Width of the icon in the menu bar (macOS), and in other trays. */
const ICON_PX = process.platform === 'darwin' ? 18 : 24;

/** The icon of an app that runs without its window. */
export class AppTray {
  readonly #show: () => void;
  #tray: Tray | undefined;

  constructor(show: () => void) {
    this.#show = show;
  }

  /** While it is on, closing the window leaves the app running. */
  get isOn(): boolean {
    return this.#tray !== undefined;
  }

  set(on: boolean): void {
    if (on === this.isOn) return;
    this.#tray?.destroy();
    this.#tray = on ? this.#create() : undefined;
  }

  #create(): Tray {
    const folder = app.isPackaged ? process.resourcesPath : path.join(app.getAppPath(), 'resources');
    const icon = nativeImage.createFromPath(path.join(folder, 'icon.png')).resize({ width: ICON_PX });
    const tray = new Tray(icon);
    tray.setToolTip('Firm Desk'); // without the firm's name: other people may see the screen
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Firm Desk', click: this.#show },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
    tray.on('click', this.#show);
    return tray;
  }
}
