/** Command-line switch that starts the app without a window, as when it starts with the computer. */
export const HIDDEN_SWITCH = 'hidden';
