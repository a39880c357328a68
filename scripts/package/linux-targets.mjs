/** The packages built for Linux if the command names none. */
export const LINUX_TARGETS = ['AppImage', 'deb', 'rpm', 'tar.gz', 'zip'];
