import { expect, it } from 'vitest';
import { LoginForm } from '../../../../renderer/features/team/login-form.svelte';

it.each([
  ['50%off', '50%off'],
  ['50%', '50%'],
  ['a%40b%', 'a@b%'],
  ['%ff', '%ff'],
])('keeps a percent sign that encodes nothing in a pasted address: %j', (password, expected) => {
  const form = new LoginForm();
  expect(form.fillFrom(`postgresql://jo:${password}@db.example.com/fees`)).toBe(true);
  expect(form.password).toBe(expected);
});
