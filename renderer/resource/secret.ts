import { EMPTY, isEmpty } from '../kit/format';

/** Fields that stand for a tax id: shown only on request, so that nobody reads them over a shoulder. */
export const isSecret = (field: string): boolean => field === 'tax_id_token';

/** Enough of a secret to tell two apart, and no more. */
export function masked(value: unknown): string {
  if (isEmpty(value)) return EMPTY;
  const text = String(value);
  return text.length > 8 ? `••••${text.slice(-4)}` : '••••';
}
