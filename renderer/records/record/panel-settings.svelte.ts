class Setting {
  isOn = $state(false);
}

/** True if record panels show empty fields; kept while browsing records. */
export const showsEmptyFields = new Setting();
/** True if record panels show the service's internal fields. */
export const showsInternalFields = new Setting();
