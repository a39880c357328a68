class Shown {
  on = $state(false);
}

/** Whether record panels show empty fields: kept while records are walked through. */
export const shownEmpties = new Shown();
/** Whether they show the fields of the service's own workings. */
export const more = new Shown();
