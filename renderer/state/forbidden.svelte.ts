import type { Permission } from '#contract/policies';

/** Shown with a control that policies forbid. */
const TEXTS: Readonly<Record<Permission, string>> = {
  ExportFiles: 'Your organization doesn’t allow exporting or printing.',
  ExportTaxIds: 'Your organization doesn’t allow exports of unmasked tax IDs.',
  RevealTaxIds: 'Your organization doesn’t allow tax IDs to be shown or copied.',
  DemoFirm: 'Your organization doesn’t allow the demo firm.',
};

/** What policies forbid. The page only disables its controls: the app process and the engine refuse the calls. */
class Forbidden {
  #forbiddenPermissions = $state.raw<readonly Permission[]>([]);

  set(permissions: readonly Permission[]): void {
    this.#forbiddenPermissions = permissions;
  }

  /** Returns why a control that needs these permissions is unavailable; undefined if it is available. */
  why(...needed: readonly Permission[]): string | undefined {
    const forbiddenPermission = needed.find((permission) => this.#forbiddenPermissions.includes(permission));
    return forbiddenPermission && TEXTS[forbiddenPermission];
  }
}
export const forbidden = new Forbidden();
