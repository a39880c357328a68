/** The switch of a start without a window, with the computer. */
export const HIDDEN_SWITCH = 'hidden';
