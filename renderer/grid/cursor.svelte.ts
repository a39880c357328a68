/** The active cell. Row -1 is the heading; column 0 has the selection checkboxes. */
export class Cursor {
  row = $state(0);
  column = $state(1);
}
