/** Returns true if the text is this number, with or without separators. */
export const isCount = (typed: string, count: number): boolean =>
  /^\d{1,3}(,\d{3})+$|^\d+$/.test(typed.trim()) && typed.trim().replaceAll(',', '') === String(count);

/** Returns true if the text can no longer become this number by typing on. */
export const isWrongCount = (typed: string, count: number): boolean =>
  !isCount(typed, count) &&
  (/[^\d,]/.test(typed.trim()) || typed.replace(/\D/g, '').length >= String(count).length);
