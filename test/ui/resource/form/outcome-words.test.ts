import { expect, it } from 'vitest';
import { outcomeWords } from '../../../../renderer/resource/form/form-words';

it('does not call a value saved that the service’s answer does not show', () => {
  const row = {
    state: 'done',
    seen: null,
    remark: { code: 'not-confirmed', fields: { nickname: null } },
  } as const;
  expect(outcomeWords('edit', row, { checkedAt: null }, 'accounts')).toEqual({
    word: 'Sent, not confirmed',
    tone: 'warn',
    text: 'Nickname was sent; the service’s answer does not show it, so it is not confirmed.',
  });
  expect(outcomeWords('edit', { ...row, remark: null }, { checkedAt: null }, 'accounts').word).toBe(
    'Changes saved',
  );
});
