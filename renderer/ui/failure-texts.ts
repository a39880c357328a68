import type { FailureKind } from '#contract/failure';

/** A message for the user: what happened, what it means, and what to do next. */
export interface FailureMessage {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
}

/** The general message of each failure kind (failure-messages.ts has more specific ones). */
export const FAILURE_TEXTS: Readonly<Record<FailureKind, FailureMessage>> = {
  offline: {
    title: 'No network connection',
    meaning: 'The service could not be reached. You can still read the data on this computer.',
    next: 'Check the network, then refresh again.',
  },
  'wrong-address': {
    title: 'No response from this address',
    meaning: 'The service address does not exist, or no service is running there.',
    next: 'Check the service address for typos, or ask the person who gave it to you.',
  },
  'not-answering': {
    title: 'The service is not responding',
    meaning:
      'Its server was reached but rejected the connection. You can still read the data on this computer.',
    next: 'Try again in a few minutes. If it keeps happening, ask the service’s support whether it is down.',
  },
  'proxy-login': {
    title: 'The network proxy asks for a password',
    meaning:
      'Your company’s proxy requires you to sign in before it lets requests through. Nothing reached the service.',
    next: 'Sign in to the proxy (often by opening any web page), or ask your network team to allow the service address.',
  },
  'proxy-unreachable': {
    title: 'The network proxy cannot be reached',
    meaning: 'This computer is set to use a proxy that does not respond, so nothing reached the service.',
    next: 'Check the proxy in the system’s network settings, or ask your network team.',
  },
  'proxy-refused': {
    title: 'The network proxy blocks the service',
    meaning:
      'Your company’s proxy responded, but refused to connect to the service. Nothing reached the service.',
    next: 'Ask your network team to allow the service address.',
  },
  'page-instead': {
    title: 'A web page answered instead of the service',
    meaning:
      'Something in between, such as a network’s sign-in page, rejected the request. Your key may still be valid.',
    next: 'Open any web page to see whether the network asks you to sign in, then try again.',
  },
  certificate: {
    title: 'The service’s certificate is not trusted',
    meaning:
      'The connection is not secure: the server could not prove that it is the service. Nothing was sent.',
    next: 'Check the address. If your company inspects network traffic, ask IT to install its certificate on this computer.',
  },
  'tls-failed': {
    title: 'A secure connection could not be established',
    meaning: 'The server does not support the encryption this address requires. No key was sent.',
    next: 'Check the address, its port, and that it starts with https://. If it is correct, ask your network team.',
  },
  'needs-https': {
    title: 'The service requires an https address',
    meaning: 'It redirects from http:// to https:// on the same host. The redirect was not followed.',
    next: 'Change the service address to start with https://.',
  },
  redirected: {
    title: 'The service redirected the request',
    meaning:
      'The address responds with a redirect, which is blocked so that your key cannot leak to another server.',
    next: 'Enter the service’s final address, as given in its documentation.',
  },
  timeout: {
    title: 'The service took too long to respond',
    meaning: 'No complete response arrived in time. Downloaded data is saved.',
    next: 'Try again in a few minutes.',
  },
  'credential-refused': {
    title: 'Incorrect API key or password',
    meaning: 'The service does not accept this API key or sign-in, so nothing can be downloaded or changed.',
    next: 'Enter a new key, or sign in again.',
  },
  'credential-unusable': {
    title: 'This key or sign-in cannot be used',
    meaning: 'It contains characters that cannot be sent, or is far too short. Nothing was sent with it.',
    next: 'Enter another key. If this one was just created, delete it from the firm’s keys.',
  },
  'read-only': {
    title: 'This connection is read-only',
    meaning: 'Nothing was sent: Firm Desk sends no changes to the service over this connection.',
    next: 'To make changes, edit the connection and turn off read-only.',
  },
  'by-policy': {
    title: 'Your organization does not allow this',
    meaning:
      'Nothing was sent or saved: a setting that your organization manages on this computer forbids it.',
    next: 'Ask your IT department whether the setting should be changed.',
  },
  'not-allowed': {
    title: 'Your key does not have permission for this',
    meaning: 'The service recognizes the key, but its user lacks this permission.',
    next: 'Use a key that the firm’s owner created, or ask the owner for the permission.',
  },
  'not-found': {
    title: 'The service did not find this',
    meaning: 'It doesn’t exist in the service, or was removed since the last refresh.',
    next: 'Refresh to see the current state.',
  },
  'no-fee-lines': {
    title: 'No billed account is known for this period',
    meaning:
      'A sample is drawn from reconciled fee files, and no fee file of this period has been reconciled here.',
    next: 'Save and reconcile a fee file of the period, then draw the sample.',
  },
  'part-absent': {
    title: 'The service has nothing at this address',
    meaning: 'It responds, but does not recognize this part of the address. Downloaded data is saved.',
    next: 'Check the service address, including the version at its end (/v2).',
  },
  refused: {
    title: 'The service did not accept this',
    meaning: 'It rejected the request. Nothing was changed.',
    next: 'Correct what the service points out, then try again.',
  },
  conflict: {
    title: 'This conflicts with the current data',
    meaning: 'It already exists, or it changed after you started. Nothing was changed.',
    next: 'Refresh, look at the current values, then decide.',
  },
  'changed-since': {
    title: 'This changed after you looked at it',
    meaning: 'The data no longer matches what you were shown. Nothing was sent.',
    next: 'Review it again, then decide.',
  },
  busy: {
    title: 'The service is busy',
    meaning: 'It kept asking Firm Desk to wait, so the request was stopped.',
    next: 'Try again in a few minutes.',
  },
  'service-broken': {
    title: 'The service has a problem',
    meaning: 'It reported an internal error. The data on this computer is not affected.',
    next: 'Try again later. If it keeps happening, tell the service’s support what you did and when.',
  },
  'not-the-service': {
    title: 'The response is not from the wealth data service',
    meaning:
      'Something responded, but not in the service’s format: a web page, a proxy notice or another product.',
    next: 'Check the service address, including the version at its end (/v2).',
  },
  'odd-answer': {
    title: 'The service sent an unexpected response',
    meaning: 'It reported success, but did not return what was requested. Nothing from it was used.',
    next: 'Try again. If it keeps happening, tell the service’s support what you did and when.',
  },
  'endless-list': {
    title: 'The service’s list does not end',
    meaning:
      'It continued far past the end it reported, so the download was stopped. Nothing was removed, and what arrived does not count as complete.',
    next: 'Tell the service’s support. Refresh again once it is fixed.',
  },
  'too-big': {
    title: 'The response is too large',
    meaning: 'The service sent far more than was requested, so it was stopped. Nothing from it was used.',
    next: 'Try again. If it keeps happening, tell the service’s support what you did and when.',
  },
  'cut-short': {
    title: 'Connection lost',
    meaning: 'The connection ended before the response was complete. The part that arrived was discarded.',
    next: 'Try again.',
  },
  'unknown-outcome': {
    title: 'The outcome is unknown',
    meaning: 'The request was sent, but the response was lost. It may or may not have taken effect.',
    next: 'Check the service before you repeat it.',
  },
  canceled: {
    title: 'Stopped',
    meaning: 'This was stopped at your request. What was already finished is saved.',
    next: 'Start it again whenever you like.',
  },
  'keychain-absent': {
    title: 'This computer has no keychain',
    meaning: 'Firm Desk stores keys only in the system keychain, never in a file, and none was found.',
    next: 'On Linux, install and start a Secret Service such as GNOME Keyring; then try again.',
  },
  'keychain-locked': {
    title: 'The keychain is locked',
    meaning: 'The system keychain is locked or does not respond, so the keys cannot be read.',
    next: 'Unlock the keychain (look for its password prompt), then try again.',
  },
  'screen-locked': {
    title: 'The screen is locked',
    meaning:
      'Tax IDs are not looked up, shown, copied or exported while this computer is locked or unattended.',
    next: 'Unlock the computer and come back to this window, then try again.',
  },
  'app-locked': {
    title: 'Firm Desk is locked',
    meaning: 'Nothing is shown or changed until it is unlocked.',
    next: 'Unlock Firm Desk, then try again.',
  },
  'keychain-denied': {
    title: 'The keychain refused access',
    meaning: 'The system did not let Firm Desk read its own keys.',
    next: 'Allow Firm Desk in the keychain’s prompt or settings, then try again.',
  },
  'too-long-to-store': {
    title: 'This is too long to store',
    meaning: 'Windows limits the length of a keychain entry, so Firm Desk never stores longer ones.',
    next: 'Check what you entered. If it really is that long, sign in another way.',
  },
  'cache-unreadable': {
    title: 'The data on this computer could not be read',
    meaning: 'The file is damaged, so it was set aside. Your own work is not affected.',
    next: 'The records are downloaded again. If they do not appear, refresh.',
  },
  'cache-renewed': {
    title: 'The data on this computer was rebuilt',
    meaning:
      'This version of Firm Desk stores it in a different format. Nothing is lost: your own work is stored separately.',
    next: 'Refresh to download the records again.',
  },
  'workspace-unreadable': {
    title: 'Your saved work could not be opened',
    meaning:
      'The file with views, drafts and the activity log is damaged or its key is lost. It was left untouched.',
    next: 'Restore the last good backup. If there is none, rescue what can be read; the damaged file is kept.',
  },
  'workspace-lost': {
    title: 'Part of your saved work is missing',
    meaning:
      'Some of this connection’s views, drafts, requests or activity log entries are missing on this computer. Nothing was changed.',
    next: 'Restore the last backup. Without one you can open it without the missing data; the activity log then shows what is missing.',
  },
  'history-unreadable': {
    title: 'The history of changes could not be read',
    meaning:
      'It was damaged or its key is lost. The file was set aside and a new history was started. Your records and saved work are not affected.',
    next: 'Keep working. Send the log to support if you need the earlier changes.',
  },
  'seal-broken': {
    title: 'The seal of this sign-off is broken',
    meaning:
      'The stored reconciliation is not what was signed off: it was damaged, or changed outside of Firm Desk. It isn’t valid evidence, so no evidence pack was written.',
    next: 'Tell support. Reconcile the saved file again, then sign it off again.',
  },
  'backup-failed': {
    title: 'The daily backup could not be made',
    meaning: 'Your work is safe on this computer, but today’s backup is missing.',
    next: 'Check the backup folder in Settings. Firm Desk tries again within the hour.',
  },
  'backup-unreadable': {
    title: 'The backup could not be opened',
    meaning: 'The passphrase is incorrect, or the file is damaged or not a backup. Nothing was changed.',
    next: 'Check the passphrase, or choose another backup.',
  },
  'weak-passphrase': {
    title: 'The passphrase is easy to guess',
    meaning:
      'Anyone who gets the backup could find it by trying common passwords and patterns. No backup was made.',
    next: 'Use a longer passphrase, for example four unrelated words.',
  },
  'recovery-refused': {
    title: 'Incorrect recovery code',
    meaning: 'It does not open this connection’s saved work, or any that was set aside.',
    next: 'Check each character. Only the latest code of a connection is valid.',
  },
  'newer-data': {
    title: 'A newer version of Firm Desk was used here',
    meaning: 'A newer version wrote the data on this computer, and this version must not change it.',
    next: 'Install the latest version of Firm Desk.',
  },
  'disk-full': {
    title: 'The disk is full',
    meaning: 'Nothing more could be stored. What was stored before is intact.',
    next: 'Free some space, then try again.',
  },
  'disk-not-written': {
    title: 'The disk could not be written to',
    meaning: 'Nothing more could be stored. What was stored before is intact.',
    next: 'Check that this computer’s disk is connected and has free space, then try again.',
  },
  'disk-not-read': {
    title: 'The disk could not be read',
    meaning: 'This computer’s disk did not return a file of this connection. Nothing was changed or removed.',
    next: 'Check that the disk is connected, then try again. If it keeps happening, ask your IT department to check the disk.',
  },
  'file-not-saved': {
    title: 'The file could not be saved',
    meaning:
      'The folder may be write-protected or gone, or another program may be using the file. No file was written.',
    next: 'Close the file in other programs, or choose another folder.',
  },
  'archive-damaged': {
    title: 'The archive is damaged',
    meaning: 'Part of it is missing or was changed, so it can’t be relied on.',
    next: 'Save it from the service again.',
  },
  'file-unreadable': {
    title: 'The file could not be read',
    meaning: 'It may be gone or protected, too large, or not the type of file expected here.',
    next: 'Check the file, then choose it again.',
  },
  'too-large': {
    title: 'The file is too large to reconcile',
    meaning:
      'It has far more files or lines than a fee file should, so it was not read to the end. Nothing in it is counted.',
    next: 'Check that it is the right file; if it is, contact support.',
  },
  'took-too-long': {
    title: 'Reading the file took too long',
    meaning: 'It was stopped after five minutes. Nothing of the file is counted.',
    next: 'If the file is on a network drive, copy it to this computer and try again. If it isn’t, the file may be damaged: save it from the service again.',
  },
  'engine-lost': {
    title: 'Part of Firm Desk stopped',
    meaning: 'The part that handles data ended unexpectedly. Your saved work is stored.',
    next: 'Try again. If it keeps happening, open the connection again and send the log to support.',
  },
  'no-connection': {
    title: 'No connection is open',
    meaning: 'No firm is connected yet.',
    next: 'Choose or add a connection.',
  },
  unexpected: {
    title: 'Something unexpected happened',
    meaning: 'Firm Desk does not recognize this error. Your stored data is not affected.',
    next: 'Try again. If it keeps happening, choose Help > Show the Log File and send that file to support.',
  },
};
