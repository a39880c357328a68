import { CORE_SAVED_WORK } from '../workspace/open/core-saved-work';
import { combineSavedWork, type StoreNameOf } from '../workspace/open/saved-work';
import { ENGINE_FEATURES } from '.';

type Feature = (typeof ENGINE_FEATURES)[keyof typeof ENGINE_FEATURES];
type SavedWorkOf<Feature> = Feature extends { readonly savedWork: infer Saved } ? Saved : never;

/** The saved work of the core and of all features. */
export const ALL_SAVED_WORK = combineSavedWork<StoreNameOf<typeof CORE_SAVED_WORK | SavedWorkOf<Feature>>>([
  CORE_SAVED_WORK,
  ...Object.values(ENGINE_FEATURES).flatMap((feature) => ('savedWork' in feature ? [feature.savedWork] : [])),
]);
