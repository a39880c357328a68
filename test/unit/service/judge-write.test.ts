import { describe, expect, it } from 'vitest';
import { listResponse, removalResponse } from '#engine/service/parse-response';
import { judgeCreated, judgeRemoved, judgeRoi, type WriteJudgment } from '#engine/service/judge-write';

const states = (judgments: readonly WriteJudgment[]) => judgments.map(({ state }) => state);

describe('the verdict on created records', () => {
  const rows = [
    { code: 'AB1', source: 'PER' },
    { code: 'AB2', source: 'PER' },
  ];
  const judge = (text: string | null, sent = rows) => {
    const response = listResponse('advisorCodes');
    const { records } = text === null ? response.noContent() : response.read(text);
    return judgeCreated(records, sent, {
      isOf: (record, row) => record['code'] === row.code,
      existingIds: (ids) => new Set(ids.filter((id) => id === '7')), // an earlier record has the ID 7
    });
  };
  const recordOf = (id: number | null, code: string) => ({
    ...(id === null ? {} : { id }),
    code,
    source: 'PER',
  });

  it('is confirmed by a matching record with an ID, in a list or an envelope', () => {
    const both = [recordOf(1, 'AB2'), recordOf(2, 'AB1')];
    expect(judge(JSON.stringify(both))).toEqual([
      { state: 'confirmed', raw: JSON.stringify(both[1]) },
      { state: 'confirmed', raw: JSON.stringify(both[0]) },
    ]);
    expect(states(judge(JSON.stringify({ object: 'list', has_next: false, data: both })))).toEqual([
      'confirmed',
      'confirmed',
    ]);
  });

  it.each([
    ['a message', '{"message":"could not create the codes"}'],
    ['an OK', '{"message":"OK"}'],
    ['nothing', null],
    ['an empty list', '[]'],
    ['another record', JSON.stringify([recordOf(1, 'ZZ9')])],
    ['an echo without an id', JSON.stringify([recordOf(null, 'AB1'), recordOf(null, 'AB2')])],
    ['the ID of an earlier record', JSON.stringify([recordOf(7, 'AB1'), recordOf(null, 'AB2')])],
    ['one ID for both', JSON.stringify([recordOf(1, 'AB1'), recordOf(1, 'AB2')])],
    ['0 and -1 in place of IDs', JSON.stringify([recordOf(0, 'AB1'), recordOf(-1, 'AB2')])],
    ['a count', '{"n":0}'],
    ['junk', '[1,"AB1",null]'],
  ])('is unknown after %s', (_, text) => {
    expect(states(judge(text))).toEqual(['unknown', 'unknown']);
  });

  it('is given row by row, and one record confirms one row', () => {
    expect(states(judge(JSON.stringify([recordOf(1, 'AB2')])))).toEqual(['unknown', 'confirmed']);
    const first = rows.slice(0, 1);
    const bothFirst = judge(JSON.stringify([recordOf(1, 'AB1')]), [...first, ...first]);
    expect(states(bothFirst)).toEqual(['confirmed', 'unknown']);
  });

  it('keeps all digits of an ID above 2^53, and is unknown for one that may be rounded', () => {
    const text = (id: string, code: string) => `{"id":${id},"code":"${code}","source":"PER"}`;
    const both = [text('9007199254740993', 'AB1'), text('9007199254740992', 'AB2')];
    expect(judge(`[${both.join(',')}]`)).toEqual([
      { state: 'confirmed', raw: both[0] },
      { state: 'unknown', messages: [] },
    ]);
  });

  it("includes the service's message without private data", () => {
    const [first] = judge(
      '{"message":"could not create for 123-45-6789","validation_errors":["code is taken"]}',
    );
    expect(first).toEqual({
      state: 'unknown',
      messages: ['could not create for •••', 'code is taken'],
    });
  });
});

describe('the verdict on removed records', () => {
  const judge = (text: string | null, ids: (number | string)[] = [1, 2]) =>
    states(judgeRemoved(text === null ? removalResponse.noContent() : removalResponse.read(text), ids));

  it('is confirmed by their IDs, or by a matching count', () => {
    expect(judge('{"n":2,"ids":[1,"2"]}')).toEqual(['confirmed', 'confirmed']);
    expect(judge('{"message":"OK","id":1}', [1])).toEqual(['confirmed']);
    expect(judge('{"n":2}')).toEqual(['confirmed', 'confirmed']);
  });

  it('is refused for a count of zero', () => {
    expect(judge('{"n":0}')).toEqual(['refused', 'refused']);
    expect(judge('{"n":0,"ids":[]}')).toEqual(['refused', 'refused']);
  });

  it.each([
    ['nothing', null],
    ['an OK', '{"message":"OK"}'],
    ['a message', '{"message":"could not delete"}'],
    ['an error message with the IDs', '{"message":"could not delete","ids":[1,2]}'],
    ['other ids', '{"n":2,"ids":[8,9]}'],
    ['an empty list', '[]'],
    ['a smaller count', '{"n":1}'],
    ['a count below the number of its IDs', '{"n":0,"ids":[1,2]}'],
    ['plain text', 'OK'],
  ])('is unknown after %s', (_, text) => {
    expect(judge(text)).toEqual(['unknown', 'unknown']);
  });

  it('is given ID by ID', () => {
    expect(judge('{"n":1,"ids":[2]}')).toEqual(['unknown', 'confirmed']);
  });
});

describe('a release-of-information request', () => {
  const content = { custodian: 'PER', advisor_codes: ['7AB', '7AC'] };
  const judge = (...responses: unknown[]) => judgeRoi(responses, content).state;

  it('is confirmed by Sent, or by an ID with the requested data, without contradictions', () => {
    expect(judge({ id: 5, status: 'Sent', custodian: 'PER', advisor_codes: ['7AC', '7AB'] })).toBe(
      'confirmed',
    );
    expect(judge({ status: 'Sent' })).toBe('confirmed');
    expect(judge({ id: 5, custodian: 'PER' })).toBe('confirmed');
  });

  it('is refused for the status Error', () => {
    expect(judge({ id: 5, status: 'Error' })).toBe('refused');
  });

  it.each([
    ['nothing', []],
    ['an empty object', [{}]],
    ['an ID of another record', [{ id: 5, name: 'Another', code: 'ZZZ' }]],
    ['a message', [{ message: 'could not send the e-mail' }]],
    ['a message next to an ID', [{ id: 5, message: 'could not send the e-mail' }]],
    ['another custodian', [{ id: 5, status: 'Sent', custodian: 'MLT' }]],
    [
      'a second response, for another custodian',
      [
        { id: 5, status: 'Sent', custodian: 'PER' },
        { id: 6, custodian: 'MLT' },
      ],
    ],
    ['two custodians in one text', [{ id: 5, status: 'Sent', custodian: 'PER,MLT' }]],
    ['custodians in a list', [{ id: 5, status: 'Sent', custodian: ['PER', 'MLT'] }]],
    ['other codes', [{ id: 5, status: 'Sent', advisor_codes: ['ZZ9'] }]],
    ['an unknown status', [{ id: 5, status: 'Queued' }]],
  ])('is unknown after %s', (_, responses) => {
    expect(judge(...responses)).toBe('unknown');
  });
});
