import type { SavedView } from '../../preload/contract/query';

interface Left {
  readonly wish: SavedView['query'];
  readonly view: SavedView | null;
}

/** How each list was left: coming back finds it so, until the app ends. */
const lists = new Map<string, Left>();

/** `place` names a list of a connection. */
export const leftAt = (place: string): Left | undefined => lists.get(place);
export const leaveAt = (place: string, left: Left): void => void lists.set(place, left);
