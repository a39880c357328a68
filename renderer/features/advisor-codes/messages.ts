import type { CodeRow, CodeState, Firm } from '#contract/features/advisor-codes/calls';
import { advisorCodeTerm, custodianName as nameOf } from '#contract/fields';
import { countOf, EMPTY } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

export const STATES: Readonly<Record<CodeState, StateLabel & { readonly help: string }>> = {
  mapped: {
    label: 'Mapped',
    tone: 'good',
    help: 'It is in the mapping, and accounts have it or were never fully downloaded.',
  },
  unmapped: {
    label: 'On accounts, not mapped',
    tone: 'warn',
    help: 'Accounts have it, but it is not in this application’s mapping.',
  },
  unused: {
    label: 'Mapped, no accounts yet',
    tone: 'quiet',
    help: 'It is in the mapping, but no account has it.',
  },
};

export const custodianLabel = (code: string | null): string => (code === null ? EMPTY : nameOf(code));

/** "Pershing IP Number 7AB". */
export const fullName = ({ custodian, code }: Pick<CodeRow, 'custodian' | 'code'>): string =>
  `${custodianLabel(custodian)} ${advisorCodeTerm(custodian ?? '')} ${code ?? '—'}`;

/** "Juniper Harbor Wealth (39)", or only the ID if the name is unknown. */
export function firmLabel(id: string | number | null, firms: readonly Firm[]): string {
  if (id === null) return '—';
  const name = firms.find((firm) => String(firm.id) === String(id))?.name;
  return name ? `${name} (${id})` : String(id);
}

export const codesText = (codes: number): string => countOf(codes, 'code', 'codes');
