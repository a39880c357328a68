/**
 * Returns a click handler that ignores the second click of a double click, which would repeat an action or press what
 * has moved under the pointer. A key press counts each time.
 */
export const firstClick =
  (act: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act();
  };
