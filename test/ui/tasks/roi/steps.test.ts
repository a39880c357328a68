import { describe, expect, it } from 'vitest';
import { NOTHING_TYPED, takeIn } from '../../../../renderer/tasks/roi/typed';
import type { RoiContact, RoiDraftContent } from '../../../../preload/contract/calls/roi';
import {
  canGoTo,
  EMPTY_DRAFT,
  firstOpen,
  missing,
  prefilled,
  withCustodian,
} from '../../../../renderer/tasks/roi/steps';

const FULL: RoiDraftContent = {
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB'],
  ownerName: 'Ann Lee',
  firmName: 'Harborview',
  senderName: 'Tom Park',
  cc: [],
  replyTo: [{ address: 'ann@firm.example', name: null }],
  typed: NOTHING_TYPED,
};
const contact = (
  role: RoiContact['role'],
  value: string,
  usedAt: string | null,
  name: string | null = null,
): RoiContact => ({
  id: 1,
  custodian: 'PER',
  role,
  value,
  name,
  usedAt,
});

describe('the steps', () => {
  it('open one after the other', () => {
    expect(firstOpen(EMPTY_DRAFT)).toBe('custodian');
    expect(firstOpen({ ...EMPTY_DRAFT, custodian: 'PER' })).toBe('codes');
    expect(canGoTo({ ...EMPTY_DRAFT, custodian: 'PER' }, 'people')).toBe(false);
    expect(firstOpen(FULL)).toBe('preview');
    expect(canGoTo(FULL, 'preview')).toBe(true);
  });

  it('say what they need', () => {
    expect(missing({ ...FULL, senderName: ' ' }, 'people')).toEqual(['Enter who sends it.']);
    expect(missing({ ...FULL, codes: [] }, 'codes')).toEqual(['Choose or enter at least one IP Number.']);
    expect(missing({ ...FULL, replyTo: [] }, 'emails')).toHaveLength(1);
    expect(missing(FULL, 'emails')).toEqual([]);
  });

  it('wait for texts that were not taken', () => {
    expect(firstOpen({ ...FULL, typed: { ...NOTHING_TYPED, cc: 'nobody' } })).toBe('emails');
    expect(firstOpen({ ...FULL, typed: { ...NOTHING_TYPED, codes: '7.B' } })).toBe('codes');
  });
});

describe('choosing a custodian', () => {
  it('drops the codes of another', () => {
    expect(withCustodian(FULL, 'IBK')).toMatchObject({ custodian: 'IBK', codes: [], ownerName: 'Ann Lee' });
    expect(withCustodian(FULL, 'PER')).toBe(FULL);
  });

  it('fills in the people and addresses of the last request, and nothing older', () => {
    const filled = prefilled({ ...EMPTY_DRAFT, custodian: 'PER', senderName: 'Me' }, [
      contact('owner', 'Ann Lee', '2026-11-20'),
      contact('owner', 'Bo Diaz', '2026-10-01'),
      contact('sender', 'Tom Park', '2026-11-20'),
      contact('cc', 'ops@firm.example', '2026-11-20', 'Operations'),
      contact('cc', 'old@firm.example', '2026-10-01'),
      contact('reply-to', 'new@firm.example', null),
    ]);
    expect(filled).toMatchObject({
      ownerName: 'Ann Lee',
      firmName: '',
      senderName: 'Me',
      cc: [{ address: 'ops@firm.example', name: 'Operations' }],
      replyTo: [],
    });
  });

  it('leaves addresses alone that somebody has entered', () => {
    const filled = prefilled({ ...EMPTY_DRAFT, cc: [{ address: 'x@firm.example', name: null }] }, [
      contact('reply-to', 'ann@firm.example', '2026-11-20'),
    ]);
    expect(filled.replyTo).toEqual([]);
  });
});

describe('typed texts', () => {
  it('are taken into the draft; what is no code or address stays to be corrected', () => {
    const typed = { codes: '7AB NEW 7.B', cc: 'ops@firm.example, nobody', replyTo: 'ANN@firm.example' };
    expect(takeIn({ ...FULL, typed })).toMatchObject({
      content: {
        codes: ['7AB', 'NEW'],
        cc: [{ address: 'ops@firm.example' }],
        replyTo: [{ address: 'ann@firm.example' }],
        typed: { codes: '7.B', cc: 'nobody', replyTo: '' },
      },
      folded: { codes: 1, cc: 0, replyTo: 1 },
    });
  });
});
