import { describe, expect, it } from 'vitest';
import { NO_INPUT, parseInput } from '../../../../renderer/features/roi/parse-input';
import type { RoiContact, RoiDraftContent } from '#contract/features/roi/schemas';
import {
  canGoTo,
  EMPTY_DRAFT,
  firstIncompleteStep,
  needsOfStep,
  advisorFor,
  fillFromHistory,
  stepOfReasons,
  withCustodian,
  withSenderCopy,
} from '../../../../renderer/features/roi/steps';

const FULL: RoiDraftContent = {
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB'],
  advisorName: 'Ann Lee',
  firmName: 'Harborview',
  senderName: 'Tom Park',
  cc: [{ address: 'tom@firm.example', name: null }],
  replyTo: [{ address: 'ann@firm.example', name: null }],
  typed: NO_INPUT,
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
  changed: null,
});

describe('wizard steps', () => {
  it('become available one after the other', () => {
    expect(firstIncompleteStep(EMPTY_DRAFT)).toBe('custodian');
    expect(firstIncompleteStep({ ...EMPTY_DRAFT, custodian: 'PER' })).toBe('codes');
    expect(canGoTo({ ...EMPTY_DRAFT, custodian: 'PER' }, 'people')).toBe(false);
    expect(firstIncompleteStep(FULL)).toBe('preview');
    expect(canGoTo(FULL, 'preview')).toBe(true);
  });

  it('name the missing input', () => {
    expect(needsOfStep({ ...FULL, senderName: ' ' }, 'people')).toEqual(['Enter the sender.']);
    expect(needsOfStep({ ...FULL, codes: [] }, 'codes')).toEqual(['Select or enter at least one IP Number.']);
    expect(needsOfStep({ ...FULL, replyTo: [] }, 'emails')).toEqual(['Enter at least one reply-to address.']);
    expect(needsOfStep({ ...FULL, cc: [] }, 'emails')).toEqual(['Enter at least one CC address.']);
    expect(needsOfStep(FULL, 'emails')).toEqual([]);
  });

  it('wait for text that was not accepted', () => {
    expect(firstIncompleteStep({ ...FULL, typed: { ...NO_INPUT, cc: 'nobody' } })).toBe('emails');
    expect(firstIncompleteStep({ ...FULL, typed: { ...NO_INPUT, codes: '7.B' } })).toBe('codes');
  });
});

describe('choosing a custodian', () => {
  it('drops the codes of another custodian and their advisor', () => {
    expect(withCustodian(FULL, 'IBK')).toMatchObject({
      custodian: 'IBK',
      codes: [],
      advisorName: '',
      firmName: 'Harborview',
    });
    expect(withCustodian(FULL, 'PER')).toBe(FULL);
  });

  it('fills in contacts and addresses of the last request only, and no advisor', () => {
    const filled = fillFromHistory(
      { ...EMPTY_DRAFT, custodian: 'PER', senderName: 'Me' },
      [
        contact('advisor', 'Ann Lee', '2026-11-20'),
        contact('advisor', 'Bo Diaz', '2026-10-01'),
        contact('sender', 'Tom Park', '2026-11-20'),
        contact('cc', 'ops@firm.example', '2026-11-20', 'Operations'),
        contact('cc', 'old@firm.example', '2026-10-01'),
        contact('reply-to', 'new@firm.example', null),
      ],
      [contact('sender', 'Kim Roe', '2026-11-21')],
    );
    expect(filled).toMatchObject({
      advisorName: '',
      firmName: '',
      senderName: 'Me',
      cc: [{ address: 'ops@firm.example', name: 'Operations' }],
      replyTo: [],
    });
  });

  it('starts a first request to a custodian with the contacts of the last request to any', () => {
    const latestContacts = [
      contact('firm', 'Harborview', '2026-11-20'),
      contact('sender', 'Tom Park', '2026-11-20'),
      contact('reply-to', 'ann@firm.example', '2026-11-20'),
    ];
    const known = [contact('firm', 'Added by hand', null)];
    expect(fillFromHistory({ ...EMPTY_DRAFT, custodian: 'IBK' }, known, latestContacts)).toMatchObject({
      firmName: 'Harborview',
      senderName: 'Tom Park',
      replyTo: [{ address: 'ann@firm.example', name: null }],
    });
  });

  it('starts the very first request with the contacts that the user added', () => {
    const added = [
      contact('firm', 'Harborview', null),
      contact('reply-to', 'ann@firm.example', null, 'Ann'),
      contact('cc', 'ops@firm.example', null),
    ];
    expect(fillFromHistory({ ...EMPTY_DRAFT, custodian: 'IBK' }, added, [])).toMatchObject({
      firmName: 'Harborview',
      senderName: '',
      replyTo: [{ address: 'ann@firm.example', name: 'Ann' }],
      cc: [{ address: 'ops@firm.example', name: null }],
    });
  });

  it('fills in an address once that several custodians share', () => {
    const shared = ['Ops@firm.example', 'ops@firm.example'].map((value) => contact('cc', value, null));
    const filled = fillFromHistory({ ...EMPTY_DRAFT, custodian: 'IBK' }, shared, []);
    expect(filled.cc).toEqual([{ address: 'Ops@firm.example', name: null }]);
  });

  it('does not replace addresses that the user entered', () => {
    const filled = fillFromHistory(
      { ...EMPTY_DRAFT, cc: [{ address: 'x@firm.example', name: null }] },
      [contact('reply-to', 'ann@firm.example', '2026-11-20')],
      [],
    );
    expect(filled.replyTo).toEqual([]);
  });
});

describe('advisor', () => {
  const advisors = { '7AB': 'Ann Lee', '7AC': 'Ann Lee', Z9: 'Bo Diaz' };
  const draft = (codes: string[], advisorName = '') => ({ ...FULL, codes, advisorName });

  it('is filled in from the chosen codes, and blank if none or several are known', () => {
    expect(advisorFor(draft(['7AB', '7AC', 'NEW']), [], advisors)).toBe('Ann Lee');
    expect(advisorFor(draft(['7AB', 'Z9']), [], advisors)).toBe('');
    expect(advisorFor(draft(['NEW']), [], advisors)).toBe('');
  });

  it('follows the codes unless the user typed another', () => {
    expect(advisorFor(draft(['Z9'], 'Ann Lee'), ['7AB'], advisors)).toBe('Bo Diaz');
    expect(advisorFor(draft(['NEW'], 'Ann Lee'), ['7AB'], advisors)).toBe('');
    expect(advisorFor(draft(['Z9'], 'Cy Orr'), ['7AB'], advisors)).toBe('Cy Orr');
  });
});

describe('CC', () => {
  it('is the sender if the address is known', () => {
    const none = { ...FULL, cc: [] };
    const tom = contact('reply-to', 'tom@firm.example', null, 'Tom Park');
    expect(withSenderCopy(none, [tom]).cc).toEqual([{ address: 'tom@firm.example', name: 'Tom Park' }]);
    expect(withSenderCopy(none, []).cc).toEqual([]);
    expect(withSenderCopy(FULL, [tom])).toBe(FULL);
  });
});

describe('rejected request', () => {
  it('opens at the step of the first field named in a reason, else at the codes', () => {
    expect(stepOfReasons(['Not valid.', 'owner_name: is not known'])).toBe('people');
    expect(stepOfReasons(['cc_emails must not be empty'])).toBe('emails');
    expect(stepOfReasons([])).toBe('codes');
  });
});

describe('typed text', () => {
  it('is added to the draft, and invalid codes and addresses remain for correction', () => {
    const typed = { codes: '7AB NEW 7.B', cc: 'ops@firm.example, nobody', replyTo: 'ANN@firm.example' };
    expect(parseInput({ ...FULL, typed })).toMatchObject({
      content: {
        codes: ['7AB', 'NEW'],
        cc: [{ address: 'tom@firm.example' }, { address: 'ops@firm.example' }],
        replyTo: [{ address: 'ann@firm.example' }],
        typed: { codes: '7.B', cc: 'nobody', replyTo: '' },
      },
      duplicates: { codes: 1, cc: 0, replyTo: 1 },
    });
  });
});
