import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { roiContact, type RoiContact } from '#contract/features/roi/schemas';
import { Contacts } from '../../../../renderer/features/roi/contacts.svelte';
import ContactsDialog from '../../../../renderer/features/roi/ContactsDialog.svelte';
import { colleagueChanges } from '../../../../renderer/features/roi/request.svelte';
import { failureMessage } from '../../../../renderer/ui/failure-messages';
import { canLeaveScreen } from '../../../../renderer/ui/leave-guards';
import { declaredFailure, deferredPromise, fakeEngine } from '../../fakes';

const CHANGED_AT = '2026-11-21T16:14:00Z';
const contactOf = (id: number, value: string): RoiContact => ({
  id,
  custodian: 'PER',
  role: 'firm',
  value,
  name: null,
  usedAt: null,
  changed: null,
});

async function openContacts(overrides: object = {}, mayChange = true) {
  let contacts = [contactOf(1, 'Harborview'), contactOf(2, 'Juniper')];
  const { engine } = fakeEngine({
    'roi.custodian': () => ({
      codes: [],
      contacts,
      latestContacts: [],
      advisors: {},
      expected: { first: 3, last: 5 },
      isUserSet: false,
      expectedChanged: null,
      ...overrides,
    }),
    'roi.contacts.remove': ({ id }: { id: number }) => {
      contacts = contacts.filter((contact) => contact.id !== id);
    },
  });
  const onclose = vi.fn();
  render(ContactsDialog, { engine, mayChange, onclose });
  await screen.findByText('Juniper');
  const addByColleague = (value: string) => {
    contacts = [...contacts, { ...contactOf(3, value), changed: { by: 'Robin Reyes', at: CHANGED_AT } }];
    colleagueChanges.count += 1;
  };
  return { user: userEvent.setup(), onclose, addByColleague };
}
const warning = /^This contact is not saved/;

it('keeps the screen below and reports a typed contact when the user would leave', async () => {
  const { user } = await openContacts();
  expect(canLeaveScreen()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add…' }));
  await user.type(screen.getByLabelText('Email address'), 'desk@pershing.example');
  expect(canLeaveScreen()).toBe(false);
  expect(await screen.findByText(warning)).toBeTruthy();
});

it('removes one contact for a double click, not the next one too', async () => {
  await openContacts();
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Harborview' }), { detail: 1 });
  await waitFor(() => expect(screen.queryByText('Harborview')).toBeNull());
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Juniper' }), { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByText('Juniper')).toBeTruthy();
});

it('keeps and reports a typed contact on another custodian or contact, and on Escape', async () => {
  const { user, onclose } = await openContacts();
  await user.click(screen.getByRole('button', { name: 'Add…' }));
  await user.type(screen.getByLabelText('Email address'), 'desk@pershing.example');
  await user.click(screen.getByRole('radio', { name: 'Interactive Brokers' }));
  expect(await screen.findByText(warning)).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pershing' }).checked).toBe(true),
  );
  await user.click(screen.getByRole('button', { name: 'Edit Juniper' }));
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('desk@pershing.example');
  expect(onclose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('radio', { name: 'Interactive Brokers' }));
  expect(await screen.findByText(/Expected turnaround of Interactive Brokers/)).toBeTruthy();
});

it('offers a viewer of a team no change', async () => {
  await openContacts({ isUserSet: true }, false);
  expect(screen.queryByRole('button', { name: /^(Add|Edit|Remove|Use)/ })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('At least, in business days').disabled).toBe(true);
});

it('says what is wrong with a typed turnaround when it is saved, and keeps Save enabled', async () => {
  const { user } = await openContacts();
  const first = screen.getByLabelText('At least, in business days');
  await user.clear(first);
  await user.type(first, 'abc');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  const text = 'Enter two whole numbers from 1 to 250, the smaller one first.';
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  for (const label of ['At least, in business days', 'At most, in business days'])
    expect(screen.getByRole('textbox', { name: label, description: text }).getAttribute('aria-invalid')).toBe(
      'true',
    );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
  await user.clear(first);
  await user.type(first, '2');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('claims nothing of contacts or a turnaround that could not be read', async () => {
  const { engine } = fakeEngine({ 'roi.custodian': () => Promise.reject(declaredFailure('disk-full')) });
  render(ContactsDialog, { engine, onclose: vi.fn() });
  expect(await screen.findByText(failureMessage({ kind: 'disk-full' }).title)).toBeTruthy();
  expect(screen.queryByText(/^None yet/)).toBeNull();
  expect(screen.queryByText(/^Expected turnaround/)).toBeNull();
});

it('takes no longer address or name than can be saved', async () => {
  const { user } = await openContacts();
  await user.click(screen.getByRole('button', { name: 'Add…' }));
  const maxLengthOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).maxLength;
  expect(roiContact.shape.value.safeParse('a'.repeat(maxLengthOf('Email address'))).success).toBe(true);
  expect(roiContact.shape.name.safeParse('a'.repeat(maxLengthOf('Name of the person'))).success).toBe(true);
});

it('calls a default turnaround typical only if it is documented for the custodian', async () => {
  const { user } = await openContacts({ isUserSet: true });
  expect(await screen.findByText('Set by you. Typical: 5 to 10 business days.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the typical time' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Millennium Trust' }));
  expect(
    await screen.findByText('Set by you. Typical time unknown; we assume 5 to 10 business days.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the assumed time' })).toBeTruthy();
});

it('keeps a typed turnaround when a contact is removed, which focuses Add…, and on Escape', async () => {
  const { user, onclose } = await openContacts();
  const last = () => screen.getByLabelText<HTMLInputElement>('At most, in business days');
  await user.clear(last());
  await user.type(last(), '9');
  await user.click(screen.getByRole('button', { name: 'Remove Juniper' }));
  await waitFor(() => expect(screen.queryByText('Juniper')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add…' }));
  expect(last().value).toBe('9');
  await user.keyboard('{Escape}');
  expect(await screen.findByText(/^The turnaround is not saved/)).toBeTruthy();
  expect(onclose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(last().value).toBe('5');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onclose).toHaveBeenCalled());
});

it('opens another contact’s form although a turnaround is not saved, without a warning', async () => {
  const { user } = await openContacts();
  const last = () => screen.getByLabelText<HTMLInputElement>('At most, in business days');
  await user.clear(last());
  await user.type(last(), '9');
  await user.click(screen.getByRole('button', { name: 'Add…' }));
  await user.click(screen.getByRole('button', { name: 'Edit Juniper' }));
  expect(screen.getByDisplayValue('Juniper')).toBeTruthy();
  expect(screen.queryByText(/is not saved/)).toBeNull();
  expect(last().value).toBe('9');
});

it('shows what a colleague changed with name and time, and keeps typed input', async () => {
  const { user, addByColleague } = await openContacts({
    isUserSet: true,
    expectedChanged: { by: 'Ada Park', at: CHANGED_AT },
  });
  expect(await screen.findByText(/^Set by Ada Park on Nov 21, 2026, .+\. Typical:/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add…' }));
  await user.type(screen.getByLabelText('Email address'), 'desk@pershing.example');
  addByColleague('Harborview Wealth');
  expect(await screen.findByText('Harborview Wealth')).toBeTruthy();
  expect(screen.getByText(/^Robin Reyes on Nov 21, 2026/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('desk@pershing.example');
});

it('drops contacts that arrive after those of a later change', async () => {
  const older = deferredPromise<object>();
  const answerOf = (...contacts: RoiContact[]) => ({
    codes: [],
    contacts,
    latestContacts: [],
    advisors: {},
    expected: { first: 3, last: 5 },
    isUserSet: false,
    expectedChanged: null,
  });
  const responses = [older.promise, Promise.resolve(answerOf())];
  const { engine } = fakeEngine({
    'roi.custodian': () => responses.shift(),
    'roi.contacts.remove': () => undefined,
  });
  const contacts = new Contacts(engine, 'PER');
  const loaded = contacts.load();
  await contacts.remove(1);
  older.settle(answerOf(contactOf(1, 'Harborview')));
  expect(await loaded).toBe(true);
  expect(contacts.list).toEqual([]);
});
