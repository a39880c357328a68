class ShownEmptyFields {
  on = $state(false);
}

/** True if record panels show empty fields; kept while browsing records. */
export const shownEmpties = new ShownEmptyFields();
/** True if they show the service's internal fields. */
export const more = new ShownEmptyFields();
