import { expect, test } from 'vitest';
import { serviceAddress } from '#contract/connection';

test.each([
  ['https://service.example/v2/', 'https://service.example/v2'],
  [' http://127.0.0.1:8080/v2 ', 'http://127.0.0.1:8080/v2'],
  ['http://localhost:1/v2', 'http://localhost:1/v2'],
  ['http://[::1]:1/v2', 'http://[::1]:1/v2'],
])('%s is stored as %s', (typed, stored) => expect(serviceAddress.parse(typed)).toBe(stored));

test.each([
  'http://service.example/v2',
  'http://127.0.0.1.evil.example/v2',
  'https://user:password@service.example/v2',
  'https://service.example/v2?key=1',
  'ftp://service.example',
  'service.example',
  '',
])('%j is refused', (typed) => expect(serviceAddress.safeParse(typed).success).toBe(false));
