import type { CurvePoint } from '#contract/fees/curve';
import { positionBetween, type Axis } from '../../ui/axis';

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the path of a curve in a frame. The line breaks where a tier ends, because a drop-through fee falls or jumps
 * there.
 */
export function pathOf(
  points: readonly CurvePoint[],
  measure: 'fee' | 'rate',
  x: Pick<Axis, 'max'>,
  y: Axis,
  frame: Frame,
): string {
  let path = '';
  points.forEach((point, index) => {
    const before = points[index - 1];
    // At each tier boundary, `curveOf` has two points a cent apart.
    const startsNewLine = before === undefined || point.balance - before.balance < 0.02;
    const left = positionBetween(point.balance, x, frame.left, frame.right);
    const top = positionBetween(Math.min(point[measure], y.max), y, frame.bottom, frame.top);
    path += `${startsNewLine ? 'M' : 'L'}${left.toFixed(1)},${top.toFixed(1)}`;
  });
  return path;
}
