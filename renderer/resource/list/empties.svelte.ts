class ShownEmpties {
  on = $state(false);
}

/** Whether record panels show empty fields: kept while records are walked through. */
export const shownEmpties = new ShownEmpties();
