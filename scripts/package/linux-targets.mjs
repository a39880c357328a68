/** What is made for Linux if no target is named. */
export const LINUX_TARGETS = ['AppImage', 'deb', 'rpm', 'tar.gz', 'zip'];
