import fs from 'node:fs';
import { updateChoice, type UpdateChoice, type UpdateSettingState } from '#contract/updates';
import type { Policies } from '#contract/policies';
import { writeFileAtomic } from '#common/write-file-atomic';

const OFF: UpdateChoice = { mode: 'off', address: '' };

/** The user's choice about updates, stored in a file. A policy takes precedence. */
export class UpdateSetting {
  readonly #file: string;
  readonly #policies: () => Policies;
  readonly #canInstall: boolean;

  constructor(file: string, policies: () => Policies, canInstall: boolean) {
    this.#file = file;
    this.#policies = policies;
    this.#canInstall = canInstall;
  }

  /** Returns what applies now. */
  get(): UpdateSettingState {
    const { Updates, UpdateAddress } = this.#policies();
    const chosen = this.#read();
    return {
      mode: Updates ?? chosen.mode,
      address: UpdateAddress ?? chosen.address,
      isModeManaged: Updates !== undefined,
      isAddressManaged: UpdateAddress !== undefined,
      canInstall: this.#canInstall,
    };
  }

  choose({ mode, address }: { [K in keyof UpdateChoice]?: UpdateChoice[K] | undefined }): void {
    const previous = this.#read();
    const chosen: UpdateChoice = { mode: mode ?? previous.mode, address: address ?? previous.address };
    writeFileAtomic(this.#file, JSON.stringify(chosen));
  }

  #read(): UpdateChoice {
    try {
      return updateChoice.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      return OFF; // never chosen, or unreadable
    }
  }
}
