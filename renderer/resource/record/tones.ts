import type { FieldKind } from '../../../preload/contract/fields';
import type { Tone } from '../../kit/tone';

/** Statuses have a color beside their word (spec 2.1: funded is active, papered and closed are not, stale is unknown). */
const STATUS: Readonly<Record<string, Tone>> = {
  funded: 'good',
  papered: 'quiet',
  closed: 'quiet',
  stale: 'warn',
};

/** Whether the values of a field are statuses. */
export const isStatus = (name: string, kind: FieldKind): boolean => name === 'status' && kind === 'choice';

export const statusTone = (value: unknown): Tone => STATUS[String(value)] ?? 'quiet';
