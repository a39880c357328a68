import type { Db } from '#engine/sqlite/open-database';

/** Never uses a path from a backup: standing exports have no folder until the user chooses it. */
export const forgetFolders = (db: Db): void =>
  void db.exec(
    "UPDATE standing_export SET folder = '', after_refresh = 0, due = 0, sha256 = NULL, pending = NULL",
  );
