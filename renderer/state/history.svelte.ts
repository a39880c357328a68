import { hasListRequest, sameRoute, type Route } from '../routes';

/** Maximum number of steps back. */
const MAX_STEPS = 100;

/** The current route with its back and forward history. */
export class RouteHistory {
  #back = $state.raw<readonly Route[]>([]);
  #forward = $state.raw<readonly Route[]>([]);
  #current = $state.raw<Route>({ screen: 'connect' });
  readonly #onmove: (route: Route) => void;

  /** `onmove` is called when `go`, `back` or `forward` reaches another route, but not by `restart`. */
  constructor(start: Route, onmove: (route: Route) => void = () => undefined) {
    this.#onmove = onmove;
    this.#current = start;
  }

  get current(): Route {
    return this.#current;
  }
  get canGoBack(): boolean {
    return this.#back.length > 0;
  }
  get canGoForward(): boolean {
    return this.#forward.length > 0;
  }

  /** Navigates to a route; going to the current one adds no step. */
  go(route: Route, how: 'push' | 'replace' = 'push'): void {
    if (sameRoute(route, this.#current)) {
      // The list may have changed since, so a view or record is applied again.
      if (hasListRequest(route)) this.#current = route;
      return;
    }
    if (how === 'push') {
      this.#back = [...this.#back, this.#current].slice(-MAX_STEPS);
      this.#forward = [];
    }
    this.#moveTo(route);
  }

  back(): void {
    const target = this.#back.at(-1);
    if (!target) return;
    this.#back = this.#back.slice(0, -1);
    this.#forward = [this.#current, ...this.#forward];
    this.#moveTo(target);
  }

  forward(): void {
    const target = this.#forward[0];
    if (!target) return;
    this.#forward = this.#forward.slice(1);
    this.#back = [...this.#back, this.#current];
    this.#moveTo(target);
  }

  /** Clears the history, because another connection has other records. */
  restart(route: Route): void {
    this.#back = [];
    this.#forward = [];
    this.#current = route;
  }

  #moveTo(route: Route): void {
    this.#current = route;
    this.#onmove(route);
  }
}
