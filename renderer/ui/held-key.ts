/** True for the repeated event of a held Enter or Space key, which would press the focused button again. */
export const isHeldPress = ({ repeat, key }: KeyboardEvent): boolean =>
  repeat && (key === 'Enter' || key === ' ');

/** Key handler of a button that does something else after a press, such as undo it: a held key presses it only once. */
export function ignoreHeldPress(event: KeyboardEvent): void {
  if (isHeldPress(event)) event.preventDefault();
}
